"""Reads the English sentences of a turn into claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spacy.tokens import Span, Token

from extractors.facts.claim import Claim
from extractors.facts.english import lexicon as lx
from extractors.facts.english import nouns
from extractors.facts.english.clauses import Clause, Tense, clauses
from extractors.facts.english.copula import Copula
from extractors.facts.english.dating import Dating, dating
from extractors.facts.english.deeds import deed_claims, swallowed_claims
from extractors.facts.english.evidence import evidence
from extractors.facts.english.having import having_claims, name_given
from extractors.facts.english.people import People, Who
from extractors.facts.english.relations import relation_claims
from extractors.facts.english.requests import requests
from extractors.facts.english.shapes import shapes
from extractors.facts.english.stance import is_alternative, is_question, is_stated
from extractors.facts.english.thoughts import thoughts
from extractors.facts.english.verbs import verb_claims
from extractors.facts.scene import Scene
from graph_schema.model import Interval, Modality, Role

_PAIRING = frozenset({"marry", "married", "engaged", "divorce", "divorced"})


class EnglishReader:
    """The claims of one turn's English sentences."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._people = People(scene)
        self._copula = Copula(scene, self._people)

    def claims(self) -> Iterator[Claim]:
        """Every claim, in the order of sentences."""
        for sentence in self._scene.document.in_language("en"):
            span = self._scene.document.span(sentence)
            if span is not None:
                for part in _parts(span):
                    yield from self._sentence(part)

    def _sentence(self, sentence: Span) -> Iterator[Claim]:
        if is_question(sentence):
            return
        yield from thoughts(sentence, self._scene)
        asked = list(requests(sentence, self._scene))
        yield from asked
        if asked and asked[0].predicate == "todo":
            return
        yield from shapes(sentence, self._scene)
        yield from self._presupposed(sentence)
        for clause in clauses(sentence):
            yield from self._clause(clause)

    def _presupposed(self, sentence: Span) -> Iterator[Claim]:
        """Relations named in passing: "my sister Maria", "with her boyfriend Lukas"."""
        if self._scene.turn.role is Role.ASSISTANT:
            return
        for token in sentence:
            pair = nouns.kin_and_name(token)
            if pair is None or not is_stated(token):
                continue
            kin, name = pair
            owner_word = nouns.owner_token(kin) or nouns.owner_token(name)
            owner = self._owner(owner_word, token) if owner_word is not None else None
            named = self._people.noun(token)
            if owner and named:
                where = (
                    min(kin.idx, name.idx, owner_word.idx if owner_word is not None else kin.idx),
                    max(kin.idx + len(kin), named.entity.end or 0),
                )
                yield from relation_claims(kin, owner, named.entity, where)

    def _owner(self, word: Token, noun: Token) -> Who | None:
        """Whose relative it is; "her" in an object means the subject where that is a third person."""
        if word.lower_ in ("her", "his"):
            verb = noun
            while verb.head != verb and verb.pos_ not in ("VERB", "AUX"):
                verb = verb.head
            subject = next((c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")), None)
            if subject is not None and subject.i < noun.i and subject.pos_ != "PRON" and subject != noun:
                who = self._people.noun(subject)
                return Who(who.entity, who.sureness * 0.85) if who and who.entity.type == "person" else None
        return self._people.owner(word)

    def _clause(self, clause: Clause) -> Iterator[Claim]:
        if not self._may_speak(clause):
            return
        when = dating(clause, self._scene)
        if clause.verb.lower_ in lx.SAME_IN_PAST and when.occurs and when.occurs.end <= self._scene.turn.valid_at:
            clause.tense = Tense.PAST
        named = list(self._copula.names(clause, when))
        if named:
            yield from named
            return
        if clause.verb.lemma_ == "be" and clause.swallowed is None:
            yield from self._copula.claims(clause, when)
        subjects = list(self._subjects(clause))
        yield from self._pair(clause, subjects, when)
        for who in subjects:
            yield from self._about(clause, who, when)

    def _about(self, clause: Clause, who: Who, when: Dating) -> Iterator[Claim]:
        if clause.swallowed is not None:
            yield from swallowed_claims(clause, who, when, self._scene)
            return
        found: list[Claim] = []
        if clause.verb.lemma_ in ("have", "get") and not clause.passive:
            found.extend(having_claims(clause, who, when, self._scene))
        for claim in verb_claims(clause, who, when, self._scene, self._people):
            found.extend(self._named_object(claim, clause))
        yield from found or deed_claims(clause, who, when, self._scene)

    def _named_object(self, claim: Claim, clause: Clause) -> Iterator[Claim]:
        """The claim about Luna, and that she is a dog, in "adopted a dog named Luna"."""
        if isinstance(claim.object, str) and claim.predicate in ("adopted", "bought", "has_pet"):
            for head in (child for child in clause.verb.children if child.dep_ == "dobj"):
                named = name_given(head, self._scene)
                if named and nouns.is_pet(head):
                    animal = replace(named, type="animal")
                    yield replace(claim, object=animal)
                    yield Claim(animal, "is_a", head.lemma_.lower(), claim.start, claim.end, claim.confidence)
                    return
        yield claim

    def _subjects(self, clause: Clause) -> Iterator[Who]:
        if not clause.subjects:
            if _dropped_i(clause) and self._scene.turn.role is Role.USER:
                yield Who(self._scene.speaker, 0.75)
            return
        for subject in clause.subjects:
            if not clause.negated and is_alternative(subject):
                continue
            who = self._people.resolve(subject, clause.reporter)
            if who is not None and self._is_worth(clause, who):
                yield who

    def _pair(self, clause: Clause, subjects: list[Who], when: Dating) -> Iterator[Claim]:
        """The marriage of both in "Tom and Lisa got married"."""
        if (
            len(subjects) != 2
            or clause.verb.lower_ not in _PAIRING | {"get"}
            or clause.negated
            or clause.tense is not Tense.PAST
        ):
            return
        words = {clause.verb.lower_, *(c.lower_ for c in clause.verb.children)}
        if "married" not in words or clause.modality is not Modality.ASSERTED:
            return
        first, second = subjects
        start, end = evidence(clause)
        yield Claim(
            first.entity, "married", second.entity, start, end, 0.85, occurs=when.occurs, valid=_open(when), past=True
        )

    def _may_speak(self, clause: Clause) -> bool:
        """An assistant is believed on what it did, and on the user only where it repeats what was said."""
        if self._scene.turn.role is not Role.ASSISTANT or self._scene.turn.actor:
            return True
        own = any(subject.lower_ in ("i", "we") for subject in clause.subjects)
        return (
            own
            and clause.verb.lemma_ in lx.DOINGS
            and clause.tense in (Tense.PAST, Tense.PERFECT)
            and not clause.negated
        )

    def _is_worth(self, clause: Clause, who: Who) -> bool:
        """Things do little that is worth keeping: only what the catalogue lists is read of them."""
        if who.entity.reference is who.entity.reference.ADDRESSEE:
            return (
                clause.verb.lemma_ in ("live", "work", "move", "marry", "buy", "adopt", "graduate", "study")
                or clause.passive
            )
        return True


def _open(when: Dating) -> Interval | None:
    return Interval(when.occurs.start, precision=when.occurs.precision) if when.occurs else None


def _dropped_i(clause: Clause) -> bool:
    """Whether a past tense opens its sentence, its I left out: "Went to the beach yesterday"."""
    return clause.verb.is_sent_start is True and clause.verb.tag_ == "VBD" and clause.verb.dep_ == "ROOT"


def _parts(span: Span) -> Iterator[Span]:
    """The parser's own sentences within one of the pipeline's."""
    for sentence in span.doc.sents:
        if sentence.start < span.end and span.start < sentence.end:
            yield span.doc[max(sentence.start, span.start) : min(sentence.end, span.end)]
