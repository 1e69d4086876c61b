"""Reads the Chinese sentences of a turn into claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from extractors.facts.chinese import lexicon as lx
from extractors.facts.chinese.clauses import Named, Piece, Stripped, pieces, without_opening
from extractors.facts.chinese.identity import Identity, relation
from extractors.facts.chinese.patterns import TOPIC, is_mutual
from extractors.facts.chinese.people import ChinesePeople
from extractors.facts.chinese.predicates import sayings
from extractors.facts.chinese.requests import requests
from extractors.facts.chinese.saying import Saying
from extractors.facts.chinese.thoughts import thoughts
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene
from graph_schema.model import Polarity, Role

_SAID = ("告诉我说", "跟我说", "告诉我", "和我说", "说", "提到", "表示", "透露", "告诉大家", "宣布")


class ChineseReader:
    """The claims of one turn's Chinese sentences."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._people = ChinesePeople(scene)
        self._identity = Identity(scene, self._people)

    def claims(self) -> Iterator[Claim]:
        """Every claim, in the order of clauses."""
        for sentence in self._scene.document.in_language("zh"):
            yield from thoughts(sentence, self._scene)
            subject: Named | None = None
            for piece in pieces(sentence, self._scene):
                subject, found = self._piece(piece, subject)
                yield from found

    def _piece(self, piece: Piece, before: Named | None) -> tuple[Named | None, list[Claim]]:
        asked = list(requests(piece, self._scene))
        if asked:
            return before, asked
        opened = without_opening(piece, self._scene)
        unsure = lx.UNCERTAIN.search(piece.text) or lx.OPINION.search(piece.text)
        end = opened.start + len(opened.text)
        named = self._people.at(opened.start, end)
        silent = self._scene.turn.role is Role.ASSISTANT and not self._scene.turn.actor
        attributes: list[Claim] = []
        if not unsure and not silent:
            attributes.extend(self._identity.attributes(opened.start, end, named, before, piece))
        if attributes:
            return named or before, attributes
        if named is not None and opened.start + named.length >= end:
            return before, []
        subject, at, sureness = self._subject(named, before, opened.start)
        if named is None and not unsure and not silent:
            topic = list(self._topic(opened, piece))
            if topic:
                return before, topic
        if subject is None or unsure or not self._may_speak(subject):
            return named or before, []
        found = list(relation(subject, self._scene.speaker, piece))
        reported = self._reported(subject, at, end)
        if reported is not None:
            inner, at = reported
            if inner is None:
                return subject, found
            subject, sureness = inner, sureness * 0.9
        other, at = self._joined(subject, at, end)
        saying = Saying(subject, at, end, piece, sureness, opened.times)
        said = list(self._identity.identities(saying)) or list(sayings(saying, self._scene))
        said = said or list(self._topic(opened, piece))
        found.extend(said)
        if other is not None:
            found.extend(replace(c, subject=other.entity) for c in said if c.subject == subject.entity)
        return self._carried(subject, found), found

    def _joined(self, subject: Named, at: int, end: int) -> tuple[Named | None, int]:
        """The second of two persons who do the same, 李娜和王芳住在南京; not of two who do it to each other."""
        text = self._scene.content[at:end]
        if text[:1] not in ("和", "跟", "与") or subject.entity.type != "person" or is_mutual(text):
            return None, at
        other = self._people.at(at + 1, end)
        if other is None or other.entity.type != "person" or at + 1 + other.length >= end:
            return None, at
        after = self._scene.content[at + 1 + other.length : at + 3 + other.length]
        return other, at + 1 + other.length + len(after) * (after in ("都是", "一起"))

    def _topic(self, opened: Stripped, piece: Piece) -> Iterator[Claim]:
        """What stands first and is judged: 咖啡我不喝, 茶我很喜欢."""
        match = TOPIC.match(opened.text)
        if match is None:
            return
        who = self._people.at(opened.start + match.start("who"), opened.start + len(opened.text))
        predicate = self._scene.catalogue.by_synonym("zh", match["verb"])
        if who is None or predicate is None or who.entity.type != "person":
            return
        polarity = Polarity.NEGATIVE if match["no"] else Polarity.POSITIVE
        sure = 0.8 * who.sureness
        yield Claim(who.entity, predicate, match["topic"], piece.start, piece.end, sure, polarity=polarity)

    def _subject(self, named: Named | None, before: Named | None, start: int) -> tuple[Named | None, int, float]:
        """The clause's own subject, or that of the clause before where this one opens with its verb."""
        if named is not None:
            return named, start + named.length, 1.0
        return self._people.known(before), start, 0.9

    def _carried(self, subject: Named, found: list[Claim]) -> Named:
        """A pet just named is what the next clause is about: 我养了一只猫，叫咪咪."""
        pet = next((c for c in found if c.predicate in ("has_pet", "adopted")), None)
        if pet is None or pet.object_name not in lx.PETS:
            return subject
        return Named(subject.entity, subject.length, subject.sureness, f"养{pet.object_name}", subject.owner)

    def _reported(self, subject: Named, at: int, end: int) -> tuple[Named | None, int] | None:
        """李娜说她…: the reporter stands for the pronoun; what the speaker himself said states nothing new."""
        text = self._scene.content[at:end]
        word = next((word for word in _SAID if text.startswith(word)), None)
        if (
            word is None
            or subject.entity == self._scene.speaker
            or text.startswith(("说话", "说服", "说明", "说英", "说日", "说中"))
        ):
            return None
        start = at + len(word)
        inner = self._people.at(start, end, reporter=subject)
        if inner is None:
            return None, at
        if inner.entity.reference is inner.entity.reference.SPEAKER:
            return None, at
        return inner, start + inner.length

    def _may_speak(self, subject: Named) -> bool:
        turn = self._scene.turn
        return turn.role is not Role.ASSISTANT or bool(turn.actor)
