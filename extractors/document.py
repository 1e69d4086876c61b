"""The working document that the pipeline's components read and fill, one for each turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from spacy.tokens import Doc, Span

from extractors.candidates import Extraction, FactCandidate, Mention, TimeMention, Turn

UNDETERMINED = "und"
"""Language code of text whose language cannot be told."""

ATTRIBUTES = ("language", "sentences", "syntax", "tokens", "proposals", "mentions", "times", "facts")
"""What a component may assign and require; each is a field of `Document`."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, `content[start:end]`, without surrounding white space, in its own language."""

    start: int
    end: int
    language: str


@dataclass(frozen=True, slots=True)
class Token:
    """One Chinese word, `content[start:end] == text`; `pos` is its part of speech in jieba's tags (`nr`, `v` …)."""

    text: str
    start: int
    end: int
    pos: str = ""


@dataclass
class Document:
    """A turn on its way through the pipeline. Offsets count code points of `turn.content`.

    Attributes:
        language: ISO 639-1 code of most of the text, `und` when unsure.
        sentences: in order, not overlapping.
        syntax: spaCy's parse, which shares the content's offsets (`token.idx`); None where no sentence is English.
        tokens: Chinese words in order; empty where no sentence is Chinese.
        proposals: what each recogniser saw, by its name, before they are reconciled.
        mentions: reconciled, in order, not overlapping.
        times: in order, not overlapping.
        facts: in order of their evidence.
    """

    turn: Turn
    language: str = UNDETERMINED
    sentences: list[Sentence] = field(default_factory=list[Sentence])
    syntax: Doc | None = None
    tokens: list[Token] = field(default_factory=list[Token])
    proposals: dict[str, tuple[Mention, ...]] = field(default_factory=dict[str, tuple[Mention, ...]])
    mentions: list[Mention] = field(default_factory=list[Mention])
    times: list[TimeMention] = field(default_factory=list[TimeMention])
    facts: list[FactCandidate] = field(default_factory=list[FactCandidate])

    @property
    def content(self) -> str:
        """The stored text, unchanged."""
        return self.turn.content

    @cached_property
    def structured(self) -> object | None:
        """The content as JSON where it is an object or an array (a tool's output), else None; decimals stay text."""
        if self.content.lstrip()[:1] not in ("{", "["):
            return None
        try:
            return json.loads(self.content, parse_float=str)
        except (ValueError, RecursionError):
            return None

    def text(self, sentence: Sentence) -> str:
        """The sentence's text."""
        return self.content[sentence.start : sentence.end]

    def in_language(self, language: str) -> Iterator[Sentence]:
        """The sentences in one language, in order."""
        return (sentence for sentence in self.sentences if sentence.language == language)

    def span(self, sentence: Sentence) -> Span | None:
        """The parsed tokens of a sentence; None where it was not parsed."""
        if self.syntax is None:
            return None
        return self.syntax.char_span(sentence.start, sentence.end, alignment_mode="expand")

    def words(self, sentence: Sentence) -> list[Token]:
        """The Chinese words of a sentence."""
        return [token for token in self.tokens if sentence.start <= token.start < sentence.end]

    def mentions_in(self, start: int, end: int) -> list[Mention]:
        """The mentions that lie wholly within `[start, end)`."""
        return [mention for mention in self.mentions if start <= mention.start and mention.end <= end]

    def times_in(self, start: int, end: int) -> list[TimeMention]:
        """The time expressions that lie wholly within `[start, end)`."""
        return [time for time in self.times if start <= time.start and time.end <= end]

    def result(self, version: str) -> Extraction:
        """What was found, frozen."""
        version = self.turn.vocabulary.versioned(version)
        return Extraction(self.language, tuple(self.mentions), tuple(self.times), tuple(self.facts), version)
