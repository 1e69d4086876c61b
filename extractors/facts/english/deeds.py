"""Claims about deeds: what someone wants, has to, decided or likes to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spacy.tokens import Token

from extractors.facts.claim import LONGEST_OCCURRENCE, Claim
from extractors.facts.english import lexicon as lx
from extractors.facts.english import nouns
from extractors.facts.english.clauses import Clause, Tense
from extractors.facts.english.dating import Dating
from extractors.facts.english.evidence import evidence
from extractors.facts.english.people import Who
from extractors.facts.scene import Scene
from graph_schema.model import Interval, Modality, Polarity

_SWALLOWED = {
    "want": ("wants", "want to {o}"),
    "need": ("todo", "need to {o}"),
    "have": ("todo", "have to {o}"),
    "decide": ("decided", "decide to {o}"),
    "learn": ("learned", "learn to {o}"),
    "like": ("likes", "like to {o}"),
    "enjoy": ("likes", "enjoy {o}"),
    "love": ("loves", "love to {o}"),
    "adore": ("loves", "adore {o}"),
    "hate": ("dislikes", "hate to {o}"),
    "dislike": ("dislikes", "dislike {o}"),
    "prefer": ("prefers", "prefer to {o}"),
}


def swallowed_claims(clause: Clause, who: Who, when: Dating, scene: Scene) -> Iterator[Claim]:
    """Claims whose object is what someone wants, has to, decided or likes to do."""
    key = clause.swallowed or ""
    predicate, phrase = _SWALLOWED[key]
    found = _deed(clause.verb, scene, keep_times=predicate == "decided")
    if found is None or not _is_full(clause.verb, found) or who.entity.type not in ("person", "organization"):
        return
    start, end = evidence(clause)
    claim = Claim(
        subject=who.entity,
        predicate=predicate,
        object=found.text,
        start=start,
        end=end,
        confidence=clause.confidence * who.sureness * 0.95,
        polarity=Polarity.NEGATIVE if clause.negated else Polarity.POSITIVE,
        ended=clause.ended,
        phrase=phrase,
    )
    if predicate == "todo":
        if not clause.negated:
            yield replace(claim, modality=Modality.PLANNED, occurs=when.occurs)
    elif predicate in ("decided", "learned"):
        if clause.tense in (Tense.PAST, Tense.PERFECT) and not (clause.negated and predicate == "decided"):
            yield replace(claim, past=True, **_rejected(clause.verb, claim))
    elif predicate == "wants" and clause.verb.pos_ not in ("VERB", "AUX"):
        yield replace(claim, phrase="want {o}")
    elif clause.tense in (Tense.PRESENT, Tense.PROGRESSIVE):
        yield replace(claim, phrase=phrase if clause.verb.tag_ != "VBG" else phrase.replace("to {o}", "{o}"))


def _rejected(verb: Token, claim: Claim) -> dict[str, str]:
    """The deed with its "not": "decided not to move"."""
    if claim.predicate != "decided" or not any(c.dep_ == "neg" for c in verb.children):
        return {}
    return {"object": f"not {claim.object_name}", "phrase": f"decide not to {claim.object_name}"}


def deed_claims(clause: Clause, who: Who, when: Dating, scene: Scene) -> Iterator[Claim]:
    """What someone did on a day or is to do, in the words of the clause, where no predicate says it better."""
    occurs = when.occurs
    if clause.ended and clause.negated and clause.verb.tag_ == "VBG":
        yield from _given_up(clause, who, when, scene)
        return
    if clause.matrix.dep_ == "relcl" or any(c.dep_ == "ccomp" for c in clause.verb.children):
        return
    if occurs is None or clause.negated or clause.passive or clause.able or clause.former or clause.ended:
        return
    if occurs.end - occurs.start > LONGEST_OCCURRENCE:
        return
    future = occurs.start > scene.turn.valid_at
    found = _deed(clause.verb, scene, keep_times=False)
    if found is None or not _tells(clause.verb, found) or who.entity.type not in ("person", "organization"):
        return
    start, end = evidence(clause)
    claim = Claim(who.entity, "did", found.text, start, end, clause.confidence * who.sureness * 0.85, occurs=occurs)
    if future and (clause.modality is Modality.PLANNED or clause.tense is Tense.PROGRESSIVE):
        text = " ".join([_base(clause.verb), *found.text.split()[1:]])
        yield replace(claim, predicate="plans", object=text, modality=Modality.PLANNED, phrase="plan to {o}")
    elif not future and clause.tense in (Tense.PAST, Tense.PERFECT) and clause.verb.tag_ == "VBD":
        yield replace(claim, phrase="{o}", valid=Interval(occurs.start, precision=occurs.precision), past=True)


def _given_up(clause: Clause, who: Who, when: Dating, scene: Scene) -> Iterator[Claim]:
    """The habit in "quit smoking"."""
    found = _deed(clause.verb, scene, keep_times=False)
    if found is None or who.entity.type != "person" or clause.modality is not Modality.ASSERTED:
        return
    start, end = evidence(clause)
    since = Interval(when.occurs.start, precision=when.occurs.precision) if when.occurs else None
    sure = clause.confidence * who.sureness * 0.9
    yield Claim(
        who.entity, "practises", found.text, start, end, sure, polarity=Polarity.NEGATIVE, ended=True, valid=since
    )


def _base(verb: Token) -> str:
    return verb.lemma_.lower()


def _tells(head: Token, found: nouns.Phrase) -> bool:
    """Whether a deed has an object or a place of its own that is more than a figure of speech."""
    tokens = [t for t in head.doc if found.start <= t.idx < found.end]
    if nouns.points_elsewhere(tokens) or head.lemma_.lower() in lx.MENTAL or len(tokens) < 2:
        return False
    direct = [c for c in head.children if c.dep_ == "dobj"]
    if any(nouns.is_empty(c) or c.lemma_.lower() in lx.ABSTRACT for c in direct):
        return False
    going = any(c.dep_ == "xcomp" and c.tag_ == "VBG" for c in head.children) and head.lemma_ == "go"
    placed = any(c.dep_ == "prep" and any(_is_content(o) for o in c.children) for c in head.children)
    return going or bool(direct) or placed


def _is_content(token: Token) -> bool:
    nominal = token.dep_ == "pobj" and token.pos_ in ("NOUN", "PROPN")
    return nominal and not nouns.is_empty(token) and token.lemma_.lower() not in lx.ABSTRACT


def _is_full(head: Token, found: nouns.Phrase) -> bool:
    """Whether a deed says enough by itself."""
    tokens = [t for t in head.doc if found.start <= t.idx < found.end and t.ent_type_ not in ("DATE", "TIME")]
    if any(c.dep_ == "ccomp" for c in head.children):
        return False
    if nouns.points_elsewhere(tokens) or head.tag_ == "VBN" or (head.pos_ == "PRON"):
        return False
    if head.pos_ not in ("VERB", "AUX") or head.lemma_.lower() not in lx.VAGUE_DEEDS:
        return True
    thing = next((c for c in head.children if c.dep_ == "dobj"), None)
    return (
        head.lemma_ in ("do", "make", "get", "have", "see", "give")
        and thing is not None
        and (not nouns.is_empty(thing) and thing.lemma_.lower() not in lx.ABSTRACT and head.tag_ != "VBG")
    )


def _deed(head: Token, scene: Scene, *, keep_times: bool) -> nouns.Phrase | None:
    """The verb phrase from its verb on, without "to" and following clauses."""
    stop = frozenset({"advcl", "ccomp", "parataxis", "punct"})
    tokens: list[Token] = []
    stack = [head]
    while stack:
        token = stack.pop()
        tokens.append(token)
        for child in token.children:
            clause_of_its_own = child.dep_ == "conj" and child.pos_ in ("VERB", "AUX")
            bare = token == head and child.dep_ in ("aux", "mark", "neg", "nsubj", "cc")
            timed_out = not keep_times and (nouns.is_time(child, scene) or nouns.holds_time(child, scene))
            if not (
                child.dep_ in stop or clause_of_its_own or bare or timed_out or (child.dep_ == "cc" and token == head)
            ):
                stack.append(child)
    tokens = sorted((t for t in tokens if t.i >= head.i or head.pos_ not in ("VERB", "AUX")), key=lambda t: t.i)
    while tokens and tokens[0].dep_ in ("det", "punct"):
        tokens = tokens[1:]
    return nouns.joined(nouns.unbroken(tokens, head), scene)
