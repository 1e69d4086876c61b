"""PDF to the text of its pages; offsets count in the pages' text one after the other."""

from __future__ import annotations

import io
import time
from itertools import accumulate

from pypdf import PdfReader

from service.documents.parsed import Parsed, Section, one_line, without_controls
from service.documents.plain import unwrapped
from service.errors import InvalidInput

MAX_PAGES = 2_000
MAX_SECONDS = 60.0
"""How long the text of one document may take to get at; checked after each page."""
_ALLOWED = "a PDF with text that opens without a password"


def parse_pdf(data: bytes, most_characters: int) -> Parsed:
    """One section of all pages' text; wrapped lines are put together again, across pages too.

    Raises:
        InvalidInput: it is encrypted, broken, has no text (only pictures), or too much of it.
    """
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InvalidInput("content", "is encrypted", f"{_ALLOWED}; save a copy without protection")
        pages = _pages(reader, most_characters)
        title = one_line(str(reader.metadata.title or "")) if reader.metadata else ""
    except InvalidInput:
        raise
    except Exception as error:
        problem = f"cannot be read as PDF ({type(error).__name__}: {error})"[:300]
        raise InvalidInput("content", problem, f"{_ALLOWED}; try to save it anew from a PDF viewer") from error
    original = "\n".join(pages)
    starts = accumulate((len(page) + 1 for page in pages[:-1]), initial=0)
    body = unwrapped(original).stripped()
    if not body.text:
        raise InvalidInput(
            "content", "has no text, its pages may be pictures", f"{_ALLOWED}; run text recognition on it"
        )
    return Parsed(original, title or None, (Section((), body),), tuple(starts))


def _pages(reader: PdfReader, most_characters: int) -> list[str]:
    if len(reader.pages) > MAX_PAGES:
        raise InvalidInput("content", f"has {len(reader.pages)} pages", f"at most {MAX_PAGES} pages; split it")
    until = time.monotonic() + MAX_SECONDS
    pages: list[str] = []
    total = 0
    for page in reader.pages:
        pages.append(without_controls(_encodable(page.extract_text())))
        total += len(pages[-1])
        if total > most_characters:
            raise InvalidInput("content", "has too much text", f"at most {most_characters} characters; split it")
        if time.monotonic() > until:
            raise InvalidInput("content", f"takes over {MAX_SECONDS:.0f} s to read", "a simpler PDF; split it")
    return pages


def _encodable(text: str) -> str:
    """The text with a replacement character for each half of a surrogate pair."""
    return text.encode("utf-8", "replace").decode() if any("\ud800" <= c <= "\udfff" for c in text) else text
