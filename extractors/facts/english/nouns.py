"""Noun phrases: their text, the entity that they name, and the relations that they presuppose."""

from __future__ import annotations

from dataclasses import dataclass

from spacy.tokens import Token

from extractors.candidates import EntityRef
from extractors.facts.english import lexicon as lx
from extractors.facts.english import vocabulary
from extractors.facts.scene import Scene
from extractors.words import words

_DROPPED = words(
    """
    relcl acl advcl appos cc conj preconj punct ccomp parataxis intj pcomp
    """
)
_OWN = frozenset({"my", "our"})
_DEICTIC = words(
    """
    it this that these those them they something anything everything someone anyone you your yours he him she
    other others each how what why which here there such so
    """
)
_VAGUE = frozenset({"own", "new", "this", "that", "little", "some"})
_MAX_WORDS = 12
_FREQUENT = words(
    """
    too also again now well here there today once twice often always never sometimes usually still just only more most
    much very so alone together online home abroad away back then daily regularly outside inside
    """
)
"""Adverbs after a verb that are no misread nouns."""
_PRACTISING = frozenset({"practise", "practice", "play", "study", "teach", "learn", "love", "like", "hate"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase's words, `content[start:end]` in the source."""

    text: str
    start: int
    end: int


def tokens_of(head: Token, scene: Scene, *, keep: frozenset[str] = frozenset()) -> list[Token]:
    """The tokens of a phrase without clauses, coordinated parts and time expressions."""
    found: list[Token] = []
    stack = [head]
    while stack:
        token = stack.pop()
        found.append(token)
        for child in token.children:
            dropped = child.dep_ in _DROPPED - keep or (token == head and child.dep_ in ("neg", "case"))
            if not dropped and not _temporal(child, scene):
                stack.append(child)
    return unbroken(sorted(found, key=lambda token: token.i), head)


def unbroken(tokens: list[Token], head: Token) -> list[Token]:
    """The unbroken run around the head, but for gaps of one punctuation mark."""
    at = next(index for index, token in enumerate(tokens) if token.i == head.i)
    left = right = at
    while left > 0 and _joined(tokens[left - 1], tokens[left]):
        left -= 1
    while right + 1 < len(tokens) and _joined(tokens[right], tokens[right + 1]):
        right += 1
    return list(head.doc[tokens[left].i : tokens[right].i + 1])


def _joined(first: Token, second: Token) -> bool:
    """Whether two tokens stand together, or are held together by a hyphen or slash."""
    between = first.doc[first.i + 1 : second.i]
    return len(between) == 0 or (
        len(between) == 1 and between.text in ("-", "/", "'", "’", "&") and not first.whitespace_
    )


def _temporal(token: Token, scene: Scene) -> bool:
    """Whether the token, or what its preposition governs, is a time expression."""
    return is_time(token, scene) or holds_time(token, scene)


def holds_time(token: Token, scene: Scene) -> bool:
    """Whether the token is a preposition that governs a time expression."""
    return token.dep_ == "prep" and any(is_time(child, scene) for child in token.children if child.dep_ == "pobj")


def is_time(token: Token, scene: Scene) -> bool:
    """Whether a time expression covers the token."""
    return any(t.start <= token.idx < t.end for t in scene.document.times)


def place_of(head: Token) -> Token | None:
    """The name of the place or employer that a noun is located at: Rome in "a flat in Rome"."""
    for child in head.children:
        if child.dep_ == "prep" and child.lower_ in ("in", "at", "near", "on", "from"):
            return next((c for c in child.children if c.dep_ == "pobj" and c.pos_ == "PROPN"), None)
    return None


def phrase(head: Token, scene: Scene, *, placed: bool = True) -> Phrase | None:
    """The noun phrase without leading determiner and possessive; None where it is empty or too long.

    Args:
        head: its noun.
        scene: gives the content and its times.
        placed: keep the named place that it ends with, "in Athens" of "my passport in Athens".
    """
    tokens = tokens_of(head, scene)
    after = tokens[-1].i + 1
    if tokens[-1] == head and after < len(head.doc) and is_identifier(head.doc[after]):
        tokens = [*tokens, head.doc[after]]
    place = None if placed else place_of(head)
    if place is not None:
        tokens = [t for t in tokens if t.i < place.head.i] or tokens
    while tokens and _leading(tokens[0], head):
        tokens = tokens[1:]
    return joined(tokens, scene)


def _leading(token: Token, head: Token) -> bool:
    if token == head:
        return False
    infinitive = token.dep_ == "aux" and token.lower_ == "to"
    return infinitive or token.dep_ in ("det", "predet", "punct") or token.tag_ == "PRP$" or token.lower_ in _VAGUE


def joined(tokens: list[Token], scene: Scene) -> Phrase | None:
    """The tokens as one text in which possessives name their owner; None where it is empty or too long."""
    while tokens and (
        tokens[-1].is_punct
        or tokens[-1].dep_ == "prep"
        or tokens[-1].is_space
        or not any(c.isalnum() for c in tokens[-1].text)
    ):
        tokens = tokens[:-1]
    if [t.lower_ for t in tokens[-2:]] == ["these", "days"]:
        tokens = tokens[:-2]
    if not tokens or len(tokens) > _MAX_WORDS:
        return None
    parts: list[str] = []
    for token in tokens:
        text = f"{scene.speaker.name}'s" if token.lower_ in _OWN and token.tag_ == "PRP$" else token.text
        parts.append(text + token.whitespace_)
    text = " ".join("".join(parts).split()).rstrip("-–—…*~ ")
    return Phrase(text, tokens[0].idx, tokens[-1].idx + len(tokens[-1]))


def points_elsewhere(tokens: list[Token]) -> bool:
    """Whether the words need their conversation to be understood ("help them with it", "each other's company")."""
    return any(token.lower_ in _DEICTIC for token in tokens)


def belongs_to_another(head: Token) -> bool:
    """Whether the noun is someone's whom its words alone do not name ("his tech", "your painting")."""
    owner = owner_token(head)
    return owner is not None and owner.lower_ in ("his", "her", "their", "its", "your")


def is_identifier(token: Token) -> bool:
    """Whether the token is an identifier with a hyphen and a digit, which the tagger may take for anything."""
    text = token.text
    return "-" in text and text[0].isalpha() and any(char.isdigit() for char in text)


def is_misread_adverb(token: Token) -> bool:
    """Whether a rare noun after a verb that wants one was taken for an adverb: "I practise aikido"."""
    if token.tag_ != "RB" or token.i == 0 or token.nbor(-1) != token.head or token.head.lemma_ not in _PRACTISING:
        return False
    return token.lower_ not in _FREQUENT and not token.lower_.endswith("ly")


def is_empty(head: Token) -> bool:
    """Whether the noun says nothing by itself ("it", "things", "a lot")."""
    if is_identifier(head) or is_misread_adverb(head):
        return False
    if head.pos_ == "PRON" or head.lower_ in lx.EMPTY_OBJECTS or head.lemma_.lower() in lx.EMPTY_OBJECTS:
        return True
    return head.pos_ in ("ADV", "SCONJ", "INTJ", "PUNCT", "DET") and not head.text[0].isupper()


def named(head: Token, scene: Scene) -> EntityRef | None:
    """The entity that a mention of the pipeline, or a run of capitals, names at the head."""
    mention = scene.mention_at(head.idx, head.idx + len(head))
    if mention:
        return EntityRef(mention.name, mention.type, start=mention.start, end=mention.end)
    return None


def proper(head: Token, scene: Scene, kind: str) -> EntityRef | None:
    """An entity of the given type from a capitalised phrase that no mention covers."""
    if head.pos_ not in ("PROPN", "NOUN", "X", "ADJ", "ADV") or not head.text[:1].isupper() or head.is_sent_start:
        return None
    run = [t for t in tokens_of(head, scene) if t.text[:1].isupper() or t.text[:1].isdigit()]
    if any(char in scene.content[run[0].idx : head.idx] for char in '"“”(') if run else False:
        return None
    run = [t for t in run if t.dep_ in ("compound", "nmod", "flat", "nummod") or t == head]
    if not run:
        return None
    start, end = run[0].idx, run[-1].idx + len(run[-1])
    return EntityRef(scene.content[start:end], kind, start=start, end=end)


def owner_token(noun: Token) -> Token | None:
    """The possessive in front of a noun, for its compound parts too."""
    return next((child for child in noun.children if child.dep_ == "poss"), None)


def relation_of(noun: Token) -> str | None:
    """Predicate of a relation noun from its owner, None when it is none or no longer holds."""
    if any(child.lower_ in vocabulary.UNDOING for child in noun.children) or noun.lower_.startswith("ex-"):
        return None
    lemma = noun.lemma_.lower()
    return vocabulary.RELATIONS.get(lemma) or vocabulary.RELATIONS.get(noun.lower_)


def is_relation(noun: Token) -> bool:
    """Whether the noun stands for a person by relation to someone, now or formerly."""
    return noun.lemma_.lower() in vocabulary.RELATIONS or noun.lower_ in vocabulary.RELATIONS


def is_pet(noun: Token) -> bool:
    """Whether the noun names a pet animal."""
    return noun.lemma_.lower() in vocabulary.PETS


def kin_and_name(head: Token) -> tuple[Token, Token] | None:
    """The relation or pet noun and the name beside it: "my sister Maria", "my dog Rex"."""
    if (is_relation(head) or is_pet(head)) and head.pos_ in ("NOUN", "PROPN"):
        for child in head.children:
            if child.dep_ in ("appos", "oprd") and child.pos_ == "PROPN":
                return head, child
    if head.text[:1].isupper():
        for child in head.children:
            if child.dep_ == "appos" and is_relation(child) and owner_token(child) is not None:
                return child, head
    if head.pos_ == "PROPN":
        for child in head.children:
            if (
                child.dep_ in ("compound", "nmod")
                and (is_relation(child) or is_pet(child))
                and not child.text.istitle()
            ):
                return child, head
    return None
