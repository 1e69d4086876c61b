"""Claims from clauses whose verb has content: "works at Acme", "adopted a dog", "decided to use PostgreSQL"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from spacy.tokens import Token

from extractors.candidates import EntityRef
from extractors.facts.claim import Claim
from extractors.facts.english import lexicon as lx
from extractors.facts.english import nouns, vocabulary
from extractors.facts.english.clauses import Clause, Tense
from extractors.facts.english.complements import Complement, complements
from extractors.facts.english.dating import Dating
from extractors.facts.english.evidence import evidence
from extractors.facts.english.objects import is_trade, object_of
from extractors.facts.english.people import People, Who
from extractors.facts.english.stance import is_alternative
from extractors.facts.english.timing import timed
from extractors.facts.scene import Scene
from graph_schema.model import OPEN_START, Interval, Modality, Polarity, Precision, Role

_APPOINTING = frozenset({"schedule", "move", "reschedule", "postpone", "plan", "set", "push", "delay"})
_SHIFTING = frozenset({"slip", "move", "shift"})
_MONTHLY = r"\d{1,2}(?:st|nd|rd|th)? (?:of )?[A-Z][a-z]+|[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?"
_YEARLY = re.compile(rf"(?:on )?(?:\w+day,? )?(?:the )?(?:{_MONTHLY})")
"""A day of the year without its year."""
_WEEKLY = re.compile(r"(?:on )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day")
_TEAMS = frozenset({"team", "squad", "department", "division"})
_PLACED = re.compile(r" (?:in|at|for|with|on|near) (?:a|an|the|my|our)? ?.*")
_DEADLINE = re.compile(r"(?:deadline|due date) (?:for|of) (?:the )?(?P<of>.+)", re.I)
UNLISTED = 0.62
"""Confidence in a claim whose verb the catalogue does not list."""
_PREPOSITIONS = frozenset({"for", "with", "at", "on", "in", "to", "from", "about"})


def verb_claims(clause: Clause, who: Who, when: Dating, scene: Scene, people: People) -> Iterator[Claim]:
    """The claims of one clause about one subject."""
    found = list(complements(clause.verb, scene, passive=clause.passive))
    listed = [(c, _predicate(c, scene, passive=clause.passive)) for c in found]
    named = [(c, name) for c, name in listed if name is not None]
    covered = {c.head.i for c, _ in named}
    for complement, name in named:
        if not _allowed(clause, who, name, scene) or (name == "needs" and _is_bare(complement.head, who)):
            continue
        yield from _claim(clause, who, when, complement, name, scene, people, sureness=1.0)
    yield from _aside(clause, who, when, found, scene, people)
    yield from _rescheduled(clause, who, scene)
    lemma = clause.verb.lemma_.lower()
    if lemma == "stand" and clause.able and clause.negated:
        clause = replace(clause, negated=False, able=False)
        for complement in (c for c in found if c.key == "stand"):
            yield from _claim(clause, who, when, complement, "dislikes", scene, people, sureness=1.0)
        return
    if (
        named
        or lemma in lx.EMPTY_VERBS
        or lemma in scene.catalogue
        or clause.passive
        or not _allowed(clause, who, lemma, scene)
    ):
        return
    if not _is_deed(clause, lemma):
        return
    direct = [c for c in found if c.key == lemma]
    if not direct and lemma not in lx.OF_A_PLACE:
        return
    if any(c.dep_ == "dobj" for c in clause.verb.children):
        found = [c for c in found if c.key == lemma]
    for complement in found:
        if complement.head.i not in covered and _speaks_plainly(clause, complement):
            covered.add(complement.head.i)
            yield from _claim(clause, who, when, complement, None, scene, people, sureness=UNLISTED / 0.85)
            return


def _predicate(complement: Complement, scene: Scene, *, passive: bool) -> str | None:
    key = complement.key
    name = scene.catalogue.by_synonym("en", key)
    if name is None and passive and key.startswith("get "):
        name = scene.catalogue.by_synonym("en", "be" + key[3:])
    if name == "visited" and complement.head.lemma_.lower() in vocabulary.HAPPENINGS and key == "go to":
        return "attended"
    return name


def _aside(
    clause: Clause, who: Who, when: Dating, found: list[Complement], scene: Scene, people: People
) -> Iterator[Claim]:
    """What else a move or a birth says: the residence that ended, the day that was the first."""
    start, end = evidence(clause)
    sure = clause.confidence * who.sureness
    asserted = clause.modality is Modality.ASSERTED and not clause.negated
    moved = not any(c.dep_ == "dobj" for c in clause.verb.children) and not clause.passive
    if clause.verb.lemma_ == "move" and asserted and moved and clause.tense in (Tense.PAST, Tense.PERFECT):
        yield from _moved_out(clause, who, when, found, scene, people)
        for origin in (c for c in found if c.key == "move from"):
            place = object_of(origin.head, "lives_in", scene, people)
            until = when.occurs.start if when.occurs else scene.turn.valid_at
            if place is not None:
                yield Claim(
                    who.entity, "lives_in", place, start, end, sure * 0.95, valid=Interval(OPEN_START, until), past=True
                )
    if clause.verb.lemma_ in ("switch", "migrate") and asserted and clause.tense in (Tense.PAST, Tense.PERFECT):
        for origin in (c for c in found if c.key.endswith(" from")):
            state = "member_of" if origin.head.lemma_.lower() in _TEAMS else "uses"
            tool = object_of(origin.head, state, scene, people)
            if tool is not None:
                yield Claim(who.entity, state, tool, start, end, sure * 0.95, polarity=Polarity.NEGATIVE, ended=True)
    if clause.verb.lower_ == "born" and asserted and when.occurs and when.occurs.precision is Precision.DAY:
        spoken = next((t.text for t in scene.document.times_in(start, end) if t.interval == when.occurs), None)
        if spoken:
            yield Claim(who.entity, "birthday", spoken.removeprefix("on "), start, end, sure, attribute=True)


def _moved_out(
    clause: Clause, who: Who, when: Dating, found: list[Complement], scene: Scene, people: People
) -> Iterator[Claim]:
    """The end of living there in "I've moved out of Aberdeen"."""
    start, end = evidence(clause)
    for origin in (c for c in found if c.key in ("move out of", "move away from")):
        place = object_of(origin.head, "lives_in", scene, people)
        if place is not None:
            since = Interval(when.occurs.start, precision=when.occurs.precision) if when.occurs else None
            sure = clause.confidence * who.sureness * 0.95
            yield Claim(
                who.entity, "lives_in", place, start, end, sure, polarity=Polarity.NEGATIVE, ended=True, valid=since
            )


def _rescheduled(clause: Clause, who: Who, scene: Scene) -> Iterator[Claim]:
    """The date that an appointment has now: "the launch was moved to Thursday"."""
    if not _is_put_off(clause) or who.entity.type not in ("thing", "event"):
        return
    start, end = evidence(clause)
    time = next((t for t in reversed(scene.document.times_in(start, end)) if t.interval), None)
    due = _DEADLINE.match(who.entity.name)
    if time is not None and time.interval is not None and not clause.negated:
        sure = clause.confidence * who.sureness
        when = _to_come(time.text, time.interval, scene)
        if due is not None:
            bearer = replace(who.entity, name=due["of"])
            yield Claim(bearer, "due", time.text, start, end, sure, occurs=when)
            return
        yield Claim(who.entity, "scheduled_for", time.text, start, end, sure, occurs=when)


def _is_put_off(clause: Clause) -> bool:
    """Whether something is given another date: "was pushed back to", "slipped to"."""
    if clause.passive:
        return clause.verb.lemma_ in _APPOINTING
    shifted = clause.verb.lemma_ in _SHIFTING and clause.tense in (Tense.PAST, Tense.PERFECT)
    aimed = any(c.dep_ == "prep" and c.lower_ == "to" for c in clause.verb.children)
    return shifted and aimed and clause.modality is Modality.ASSERTED and not clause.able and not clause.former


def _to_come(text: str, interval: Interval, scene: Scene) -> Interval:
    """The next such day where a date without a year was read as one gone by: things are put off to days to come."""
    if interval.end > scene.turn.valid_at:
        return interval
    if _WEEKLY.fullmatch(text):
        week = timedelta(days=7)
        return Interval(interval.start + week, interval.end + week, interval.precision)
    if not _YEARLY.fullmatch(text) or (interval.start.month, interval.start.day) == (2, 29):
        return interval
    return Interval(
        interval.start.replace(year=interval.start.year + 1),
        interval.end.replace(year=interval.end.year + 1),
        interval.precision,
    )


def _is_deed(clause: Clause, lemma: str) -> bool:
    """Whether a verb outside the catalogue tells what someone did, or in the present what he does."""
    if lemma in lx.ACTIVITIES:
        return True
    return clause.tense in (Tense.PAST, Tense.PERFECT) and not clause.former and lemma not in lx.NO_DEEDS


def _allowed(clause: Clause, who: Who, predicate: str, scene: Scene) -> bool:
    """What "can" still states, and what things may be the subject of."""
    if clause.able and predicate not in lx.WITH_CAN:
        return False
    if predicate in lx.ONLY_OF_THINGS and who.entity.type in ("person", "animal"):
        return False
    a_thing = who.entity.type in ("thing", "event", "work", "product", "food")
    return not a_thing or predicate in lx.OF_THINGS or scene.is_own(predicate)


def _is_bare(head: Token, who: Who) -> bool:
    """Whether a noun stands alone: "I need help", "we need a hand", but "we need a new projector"."""
    kinds = ("amod", "compound", "nummod") if who.sureness < 1 else ("amod", "compound", "nummod", "det")
    return head.tag_ != "NNP" and head.tag_ != "NNS" and not any(child.dep_ in kinds for child in head.children)


def _speaks_plainly(clause: Clause, complement: Complement) -> bool:
    """Whether an unlisted verb makes a fact: someone did or does something to something."""
    words = complement.key.split()
    if complement.through_noun:
        return False
    if len(words) > 1 and words[-1] not in _PREPOSITIONS and len(words) > 2:
        return False
    if complement.head.lemma_.lower() in lx.ABSTRACT or complement.head.pos_ not in ("NOUN", "PROPN", "NUM"):
        return False
    return len(words) <= 3 and not nouns.is_empty(complement.head) and clause.confidence >= 0.75


def _claim(
    clause: Clause,
    who: Who,
    when: Dating,
    complement: Complement,
    name: str | None,
    scene: Scene,
    people: People,
    *,
    sureness: float,
) -> Iterator[Claim]:
    predicate = name or "_".join(complement.key.split())
    if complement.key == "become" and not is_trade(complement.head):
        return
    if (not clause.negated and is_alternative(complement.head)) or (clause.negated and predicate == "decided"):
        return
    if predicate == "uses" and complement.head.lemma_.lower() in _TEAMS:
        predicate = "member_of"
    contrasted = _contrasted(clause, complement.head)
    if contrasted and (other := nouns.named(complement.head, scene)) is not None and other.type == "person":
        return
    target = object_of(complement.head, predicate, scene, people)
    if predicate == "works_as" and isinstance(target, str):
        target = _PLACED.sub("", target)
    if isinstance(target, str) and scene.turn.role is Role.ASSISTANT:
        target = _with_goal(target, complement.head, clause, scene)
    if target is None or (predicate == "located_in" and who.entity.type == "person"):
        return
    if predicate == "likes" and clause.negated and complement.key == "be not a fan of":
        return
    start, end = evidence(clause)
    claim = Claim(
        subject=who.entity,
        predicate=predicate,
        object=target,
        start=start,
        end=end,
        confidence=clause.confidence * who.sureness * sureness,
        polarity=Polarity.NEGATIVE if clause.negated or contrasted else Polarity.POSITIVE,
        ended=clause.ended,
        phrase=None if name else f"{complement.key} {{o}}",
        spoken=_with_article(target, complement.head),
    )
    yield from timed(claim, clause, when, scene, begins=complement.key in lx.INCHOATIVE)


def _contrasted(clause: Clause, head: Token) -> bool:
    """Whether the object is the one that is not meant: "we use PostgreSQL, not MongoDB"."""
    between = clause.verb.doc[clause.verb.i + 1 : head.i] if head.i > clause.verb.i else ()
    return any(token.lower_ == "not" for token in between)


def _with_goal(target: str, head: Token, clause: Clause, scene: Scene) -> str:
    """The object with where it leads: "flight to Oslo" in "booked your flight to Oslo"."""
    for child in clause.verb.children:
        if child.dep_ == "prep" and child.lower_ in ("to", "for", "with") and child.i > head.i:
            goal = next((c for c in child.children if c.dep_ == "pobj" and not nouns.is_time(c, scene)), None)
            found = nouns.phrase(goal, scene) if goal is not None else None
            return f"{target} {child.lower_} {found.text}" if found else target
    return target


def _with_article(target: EntityRef | str, head: Token) -> str | None:
    if not isinstance(target, str) or target.lower().startswith(("the ", "a ")):
        return None
    if any(c.lower_ in ("little", "bit") for c in head.children):
        return None
    article = next((c.lower_ for c in head.children if c.dep_ == "det" and c.lower_ in ("a", "an", "the")), None)
    return f"{article} {target}" if article else None
