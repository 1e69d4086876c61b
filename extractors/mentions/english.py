"""English names by spaCy, corrected by general rules of casing and context."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from spacy.tokens import Doc, Span, Token

from extractors import spacy_model
from extractors.candidates import Mention
from extractors.document import Document
from extractors.mentions import context
from extractors.mentions.names import KINSHIP, NO_NAMES, PETS, canonical, trimmed

_TYPES = {
    "PERSON": ("person", 0.8),
    "ORG": ("organization", 0.65),
    "GPE": ("location", 0.85),
    "LOC": ("location", 0.75),
    "FAC": ("location", 0.65),
    "PRODUCT": ("product", 0.6),
    "EVENT": ("event", 0.65),
    "WORK_OF_ART": ("work", 0.55),
}
_NAME = "spacy"
_KIN_NAME = "kinship"
_MAX_WORDS = 6
_PARTING = frozenset({"for", "from", "with", "at", "to"})
"""Prepositions of the verb that part the names on both sides: "left Bosch for Siemens"."""
_PERSON_FORM = re.compile(
    r"[^\W\d_][\w.'’-]*(?: (?:[A-ZÀ-Þ][\w.'’-]*|s|de|da|di|del|der|den|van|von|la|le|bin|al|el|y|dos)){0,5}$"
)
_EXCLAIMED = re.compile(r"(\w)\1\1|^(?:ha){2,}h?$|^(?:lo)+l$", re.IGNORECASE)


class EnglishMentions:
    """Proposes mentions in English sentences."""

    name = "mentions.english"
    assigns = ("proposals",)
    requires = ("sentences", "syntax")

    @property
    def version(self) -> str:
        """Changes with the model."""
        return f"2+spacy-{spacy_model.version()}"

    def process(self, documents: Sequence[Document]) -> None:
        """Sets the proposals of `spacy` in parsed documents."""
        for document in documents:
            if document.syntax is not None:
                found = sorted(_propose(document, document.syntax), key=lambda mention: mention.start)
                document.proposals[_NAME] = tuple(found)


def _propose(document: Document, syntax: Doc) -> Iterator[Mention]:
    spans = [(sentence.start, sentence.end) for sentence in document.in_language("en")]
    taken: set[int] = set()
    for entity in syntax.ents:
        if entity.label_ in _TYPES and _within(entity, spans):
            taken.update(token.i for token in entity)
            for part in _apart(entity):
                yield from _entity(part, *_TYPES[entity.label_])
    for name in _unseen_names(syntax, taken):
        if _within(name, spans):
            judged = context.judge(name)
            if judged:
                yield from _entity(name, judged[0], judged[1] - 0.1)
    for token in syntax:
        if token.is_sent_start and token.i not in taken and context.is_opening_name(token):
            name = syntax[token.i : token.i + 1]
            if _within(name, spans) and name.text.lower() not in NO_NAMES:
                yield Mention(name.text, name.start_char, name.end_char, "person", name.text, 0.7, _NAME)
        if spans and any(start <= token.idx < end for start, end in spans):
            yield from _kin(document, token)


def _within(span: Span, sentences: list[tuple[int, int]]) -> bool:
    return any(start <= span.start_char < end for start, end in sentences)


def _entity(span: Span, kind: str, confidence: float) -> Iterator[Mention]:
    span = _without_lower_edges(span)
    left, right = trimmed(span.text)
    start, end = span.start_char + left, span.start_char + right
    text = span.text[left:right]
    if not _is_name(span, text):
        return
    judged = context.judge(span)
    if judged and (judged[1] >= confidence or judged[0] == kind):
        kind, confidence = judged[0], min(0.95, max(judged[1], confidence + 0.05 * (judged[0] == kind)))
    else:
        kind, confidence = _by_shape(span, text, kind, confidence)
    yield Mention(text, start, end, kind, canonical(text), round(confidence, 2), _NAME)


def _apart(span: Span) -> Iterator[Span]:
    """The names beside a verb or its preposition that the recogniser took into one: "Miriam manages Jo"."""
    begin = span.start
    for token in span:
        verb = token.pos_ in ("VERB", "AUX") and token.text.islower() and token.dep_ in ("ROOT", "conj", "ccomp")
        if verb or (
            token.lower_ in _PARTING and token.i > begin and token.dep_ == "prep" and token.head.pos_ == "VERB"
        ):
            if token.i > begin:
                yield span.doc[begin : token.i]
            begin = token.i + 1
    if begin < span.end:
        yield span.doc[begin : span.end] if begin > span.start else span


def _without_lower_edges(span: Span) -> Span:
    """The span without the lower-case words that the recogniser dragged in at its ends."""
    start, end = span.start, span.end
    while start < end - 1 and span.doc[start].text.islower():
        start += 1
    while start < end - 1 and span.doc[end - 1].text.islower() and span.doc[end - 1].text not in ("'s", "’s", "s"):
        end -= 1
    return Span(span.doc, start, end, label=span.label)


def _is_name(span: Span, text: str) -> bool:
    if len(text) < 2 or text.lower() in NO_NAMES or _EXCLAIMED.search(text) or not any(char.isupper() for char in text):
        return False
    if len(text.split()) > _MAX_WORDS or any(char in "@#=<>{}\n:/" for char in text):
        return False
    if span.label_ == "PERSON" and not _PERSON_FORM.match(text):
        return False
    return not all(token.pos_ in ("INTJ", "VERB", "ADV", "ADJ", "PRON", "AUX", "NOUN") for token in span)


def _by_shape(span: Span, text: str, kind: str, confidence: float) -> tuple[str, float]:
    """Type and confidence without a cue: of what the recogniser calls organisations, half are none."""
    words = len(text.split())
    opening = span.start == span.root.sent.start
    if kind == "organization":
        return (kind, 0.6) if words == 1 and text.istitle() and not opening else ("thing", 0.55)
    if kind == "person" and (words > 2 or not text.replace(" ", "").isalpha()):
        return kind, confidence - 0.15
    if kind == "person" and text.isupper() and len(text) > 3:
        return kind, 0.5
    return kind, confidence


def _unseen_names(syntax: Doc, taken: set[int]) -> Iterator[Span]:
    """Runs of capitalised proper nouns that the tagger saw and the entity recogniser did not."""
    run: list[int] = []
    for token in syntax:
        if token.pos_ == "PROPN" and token.text[0].isupper() and token.i not in taken and not token.ent_type_:
            run.append(token.i)
            continue
        if run:
            yield syntax[run[0] : run[-1] + 1]
            run = []
    if run:
        yield syntax[run[0] : run[-1] + 1]


def _kin(document: Document, token: Token) -> Iterator[Mention]:
    """`my sister` as a person of the speaker's; a pet's or relative's name beside it stands for itself."""
    if token.lower_ not in ("my", "our") or token.i + 1 >= len(token.doc):
        return
    noun = token.nbor()
    while noun.pos_ == "ADJ" and noun.i + 1 < len(noun.doc):
        noun = noun.nbor()
    if noun.lower_ not in KINSHIP or _named_beside(noun):
        return
    owner = document.turn.actor or "user"
    phrase = token.doc[token.i + 1 : noun.i + 1].text
    text = token.doc[token.i : noun.i + 1].text
    yield Mention(text, token.idx, noun.idx + len(noun), "person", f"{owner}'s {phrase.lower()}", 0.75, _KIN_NAME)


def _named_beside(noun: Token) -> bool:
    after = noun.i + 1
    return after < len(noun.doc) and noun.doc[after].pos_ == "PROPN" and noun.lower_ not in PETS
