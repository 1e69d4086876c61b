"""Cuts turns into sentences, English ones by parse and others by punctuation, and Chinese sentences into words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import rjieba
from spacy.tokens import Doc

from extractors import spacy_model
from extractors.document import Document, Sentence, Token
from extractors.language import detect

_BREAK = re.compile(r"(?<=[。！？!?；])[”’」』）)]*|\n+|(?<=[.])(?=\s)")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_KANA = re.compile(r"[\u3041-\u30fa]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
_LINE = re.compile(r"[^\n]+")


class SegmentComponent:
    """Assigns sentences with their languages, the English parse and the Chinese words."""

    name = "segments"
    assigns = ("sentences", "syntax", "tokens")
    requires = ("language",)

    @property
    def version(self) -> str:
        """Changes with the parser's model."""
        return f"1+spacy-{spacy_model.version()}"

    def process(self, documents: Sequence[Document]) -> None:
        """Sets `sentences`, `syntax` and `tokens`; English turns are parsed as one batch."""
        for document in documents:
            document.sentences = list(_by_punctuation(document))
        english = [document for document in documents if _wants_parse(document)]
        for document, syntax in zip(english, spacy_model.parse([d.content for d in english]), strict=True):
            document.syntax = syntax
            document.sentences = list(_refined(document, syntax))
        for document in documents:
            document.tokens = [token for part in document.in_language("zh") for token in _words(document, part)]


class PlainSegments:
    """Assigns sentences by punctuation and the Chinese words; English is left without a parse."""

    name = "segments.plain"
    version = "1"
    assigns = SegmentComponent.assigns
    requires = SegmentComponent.requires

    def process(self, documents: Sequence[Document]) -> None:
        """Sets `sentences` and `tokens`, and no `syntax`."""
        for document in documents:
            document.sentences = list(_by_punctuation(document))
            document.syntax = None
            document.tokens = [token for part in document.in_language("zh") for token in _words(document, part)]


def _wants_parse(document: Document) -> bool:
    return document.structured is None and any(document.in_language("en"))


def _by_punctuation(document: Document) -> Iterator[Sentence]:
    content = document.content
    start = 0
    for match in _BREAK.finditer(content):
        yield from _trimmed(content, start, match.end(), document.language)
        start = match.end()
    yield from _trimmed(content, start, len(content), document.language)


def _trimmed(content: str, start: int, end: int, language: str) -> Iterator[Sentence]:
    text = content[start:end]
    stripped = text.strip()
    if stripped:
        start += len(text) - len(text.lstrip())
        yield Sentence(start, start + len(stripped), _language(stripped, language))


def _language(text: str, of_document: str) -> str:
    """The sentence's own language where its script contradicts the document's."""
    han = len(_HAN.findall(text))
    if of_document in ("zh", "ja"):
        foreign = not han and not _KANA.search(text) and len(_LATIN_WORD.findall(text)) >= 3
        return detect(text) if foreign else of_document
    if han and not _KANA.search(text) and 3 * han > sum(map(len, _LATIN_WORD.findall(text))):
        return "zh"
    return of_document


def _refined(document: Document, syntax: Doc) -> Iterator[Sentence]:
    """Runs of English sentences cut again where the parser sees the boundaries."""
    spans = [(span.start_char, span.end_char) for span in syntax.sents]
    parsed = len(syntax.text)
    run: list[Sentence] = []
    for sentence in [*document.sentences, None]:
        if sentence is not None and sentence.language == "en" and sentence.end <= parsed:
            run.append(sentence)
            continue
        if run:
            yield from _cut(document.content, run[0].start, run[-1].end, spans)
            run = []
        if sentence is not None:
            yield sentence


def _cut(content: str, start: int, end: int, spans: list[tuple[int, int]]) -> Iterator[Sentence]:
    for left, right in spans:
        left, right = max(left, start), min(right, end)
        for line in _LINE.finditer(content, left, right) if left < right else ():
            yield from _trimmed(content, line.start(), line.end(), "en")


def _words(document: Document, sentence: Sentence) -> Iterator[Token]:
    start = sentence.start
    for word, pos in rjieba.tag(document.text(sentence)):
        yield Token(word, start, start + len(word), pos)
        start += len(word)
