"""Reads a question: what to embed, which terms to look up, whom it names, whether it asks for the past."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph_schema.ids import identity_key
from service.recall import words as w
from service.recall.lucene import MAX_TERM_CHARS

MAX_CHARS = 20_000
"""Of a longer question its beginning and its end are read, half of this each."""
EMBED_CHARS = 2_000
CONTEXT_TURNS = 3
CONTEXT_WEIGHT = 0.3
"""Weight of the words of the latest previous turn; half for each one further back."""
_MAX_NAMES = 400
_MAX_SPEAKERS = 60
_LONGEST_NAME = 4
_LONGEST_CJK_NAME = 6
_LONGEST_CHARS = 256


@dataclass(frozen=True, slots=True)
class Question:
    """A question as read.

    Attributes:
        text: what to embed.
        context: previous turns to embed beside it, empty without any.
        terms: weight by word, for the English index; function words are left out unless nothing else is there.
        cjk_terms: weight by pair of characters, for the CJK index.
        speakers: word groups that may be a speaker's name, as written, each with the terms it stands for.
        names: folded word groups that may name an entity, longest first.
        words: folded words of the question itself.
        folded: the question folded by `identity_key`.
        past: whether it asks for what no longer holds.
        first_person: whether the speaker asks about themselves.
    """

    text: str
    context: str
    terms: dict[str, float]
    cjk_terms: dict[str, float]
    speakers: dict[str, tuple[str, ...]]
    names: tuple[str, ...]
    words: frozenset[str]
    folded: str
    past: bool
    first_person: bool

    def names_speaker(self, actor: str | None) -> bool:
        """Whether the question names the speaker, by full name or by one word of it."""
        folded = identity_key(actor) if actor else ""
        if not folded:
            return False
        if w.CJK_RUN.search(folded):
            return folded in self.folded
        return any(part in self.words for part in folded.split() if len(part) > 1)


def read_question(query: str, context: Sequence[str] = ()) -> Question:
    """The question with the words of up to three previous turns, latest last, at a lower weight."""
    text = clip(query, MAX_CHARS)
    earlier = [clip(turn, MAX_CHARS) for turn in context[-CONTEXT_TURNS:] if turn.strip()]
    terms, cjk_terms = _terms(text)
    for distance, turn in enumerate(reversed(earlier)):
        weight = CONTEXT_WEIGHT / 2**distance
        for found, into in zip(_terms(turn), (terms, cjk_terms), strict=True):
            for term, share in found.items():
                into.setdefault(term, share * weight)
    folded = identity_key(text)
    own = folded.split()
    return Question(
        text=clip(text, EMBED_CHARS),
        context=clip(" ".join(earlier), EMBED_CHARS),
        terms=terms,
        cjk_terms=cjk_terms,
        speakers=_speakers(text),
        names=tuple(_names(folded, [identity_key(turn) for turn in reversed(earlier)])),
        words=frozenset(own),
        folded=folded,
        past=bool(w.PAST.search(text)),
        first_person=not w.FIRST_PERSON.isdisjoint(own) or bool(w.CJK_FIRST_PERSON.search(text)),
    )


def clip(text: str, longest: int) -> str:
    """The text, or its first and last halves of `longest` characters when it is longer."""
    if len(text) <= longest:
        return text
    return f"{text[: longest // 2]} {text[-longest // 2 :]}"


def content_words(text: str) -> list[str]:
    """Lower-cased words that are not function words, in order; all words when nothing else is there."""
    found = [word.lower().replace("’", "'") for word in w.WORD.findall(w.CJK_RUN.sub(" ", text))]
    return [word for word in found if word.split("'")[0] not in w.STOP_WORDS] or found


def cjk_pairs(text: str) -> list[str]:
    """Overlapping pairs of the CJK characters of the text, lone characters as they are, function pairs left out."""
    pairs: list[str] = []
    for run in w.CJK_RUN.findall(text):
        pairs += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
    return [pair for pair in pairs if not w.CJK_STOP.issuperset(pair)] or pairs


def _terms(text: str) -> tuple[dict[str, float], dict[str, float]]:
    ranked = sorted(dict.fromkeys(content_words(text)), key=_informative, reverse=True)
    return dict.fromkeys((word[:MAX_TERM_CHARS] for word in ranked), 1.0), dict.fromkeys(cjk_pairs(text), 1.0)


def _speakers(text: str) -> dict[str, tuple[str, ...]]:
    words = [word.removesuffix("'s").removesuffix("’s") for word in w.WORD.findall(w.CJK_RUN.sub(" ", text))]
    found: dict[str, tuple[str, ...]] = {}
    for size in (1, 2, 3):
        for start in range(len(words) - size + 1):
            group = words[start : start + size]
            if not w.STOP_WORDS.intersection(word.lower() for word in group):
                terms = [word.lower() for word in group]
                found.setdefault(" ".join(group), (*terms, *(f"{term}'s" for term in terms)))
    for run in w.CJK_RUN.findall(text):
        for size in (2, 3, 4):
            for start in range(len(run) - size + 1):
                name = run[start : start + size]
                found.setdefault(name, tuple(cjk_pairs(name)))
    return dict(list(found.items())[:_MAX_SPEAKERS])


def _informative(word: str) -> tuple[bool, int]:
    return any(char.isdigit() for char in word), min(len(word), 12)


def _names(folded: str, earlier: Iterable[str]) -> list[str]:
    names: dict[str, None] = {}
    for text in (folded, *earlier):
        for name in _word_groups(text):
            names.setdefault(name)
            if len(names) == _MAX_NAMES:
                return list(names)
    return list(names)


def _word_groups(folded: str) -> Iterable[str]:
    parts = folded.split()
    for size in range(min(_LONGEST_NAME, len(parts)), 0, -1):
        for start in range(len(parts) - size + 1):
            group = parts[start : start + size]
            if group[0] not in w.STOP_WORDS and group[-1] not in w.STOP_WORDS:
                yield " ".join(group)[:_LONGEST_CHARS]
    for run in w.CJK_RUN.findall(folded):
        for size in range(min(_LONGEST_CJK_NAME, len(run)), 1, -1):
            for start in range(len(run) - size + 1):
                if not w.CJK_STOP.issuperset(run[start : start + size]):
                    yield run[start : start + size]
