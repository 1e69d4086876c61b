"""Kinds of documents that are read, and reading them."""

from __future__ import annotations

from service.documents.html import parse_html
from service.documents.json_document import parse_json
from service.documents.markdown import parse_markdown
from service.documents.parsed import Parsed
from service.documents.pdf import parse_pdf
from service.documents.plain import parse_plain
from service.documents.suffixes import MediaType
from service.errors import InvalidInput


def media_type(value: str) -> MediaType:
    """The kind that a media type names, whatever its parameters and case; raises InvalidInput for any other."""
    name = value.partition(";")[0].strip().lower()
    if name not in set(MediaType):
        raise InvalidInput("mediaType", f"{value[:80]!r} is not read", ", ".join(MediaType))
    return MediaType(name)


def decoded(data: bytes, field: str) -> str:
    """UTF-8 bytes as text, a byte order mark left out; raises InvalidInput with the place of what is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            field, f"is not UTF-8 at byte {error.start}", "UTF-8 text; convert it first, for example with iconv"
        ) from error


def parse(kind: MediaType, content: str | bytes, chunk_chars: int, most_characters: int) -> Parsed:
    """The document's sections.

    Args:
        kind: of `content`: bytes for a PDF, text for all others.
        content: the original.
        chunk_chars: most characters of a chunk, which pieces of JSON keep to.
        most_characters: most characters that the pages of a PDF may have.

    Raises:
        InvalidInput: it cannot be read as that kind, or is too much.
    """
    if isinstance(content, bytes):
        return parse_pdf(content, most_characters)
    match kind:
        case MediaType.MARKDOWN:
            return parse_markdown(content)
        case MediaType.HTML:
            return parse_html(content)
        case MediaType.JSON:
            return parse_json(content, chunk_chars)
        case _:
            return parse_plain(content)
