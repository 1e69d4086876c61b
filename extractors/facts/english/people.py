"""Who a subject or an owner is: the speaking entities, named ones, relatives, and pronouns where a rule is safe."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spacy.tokens import Token

from extractors.candidates import EntityRef, Mention
from extractors.facts.english import lexicon as lx
from extractors.facts.english import nouns, vocabulary
from extractors.facts.scene import Scene

_REACH = 2
"""Sentences back that a pronoun may look for whom it means."""
_ARGUMENTS = frozenset(
    {"nsubj", "nsubjpass", "dobj", "pobj", "attr", "appos", "conj", "compound", "poss", "dative", "oprd"}
)
_SHE = frozenset({"she", "her", "hers"})
_HE = frozenset({"he", "him", "his"})


@dataclass(frozen=True, slots=True)
class Who:
    """An entity with the confidence that it is the one meant, 0–1."""

    entity: EntityRef
    sureness: float


class People:
    """Resolves the nouns and pronouns of one turn."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def resolve(self, token: Token, reporter: Token | None = None) -> Who | None:
        """Who the token stands for as a subject, None where no rule is safe.

        Args:
            token: head of the noun phrase, or a pronoun.
            reporter: head of the subject of "X said that …", whom a pronoun inside means.
        """
        lower = token.lower_
        if _is_called(token):
            return None
        if lower == "i":
            return self._quoted_speaker(reporter)
        if lower in ("we", "us"):
            return Who(self._scene.speaker, 0.9)
        if lower in ("me", "myself"):
            return Who(self._scene.speaker, 1.0)
        if lower in ("you", "u"):
            return Who(self._scene.addressee, 0.7) if self._scene.addressee else None
        if lower in _SHE | _HE:
            return self._pronoun(token, reporter)
        if lower in ("who", "that", "which"):
            return self._antecedent_of_relative(token)
        if token.pos_ == "PRON":
            return None
        return self.noun(token)

    def noun(self, token: Token) -> Who | None:
        """The entity that a noun names: by name, by relation ("my sister") or as a possession ("our API")."""
        pair = nouns.kin_and_name(token)
        if pair:
            return self._named_kin(*pair)
        owner = nouns.owner_token(token)
        if owner is not None:
            return self._possessed(token, owner)
        if nouns.is_relation(token) and token.pos_ in ("NOUN", "PROPN") and self._is_address(token):
            return Who(
                EntityRef(
                    f"{self._scene.speaker.name}'s {token.lower_}",
                    "person",
                    start=token.idx,
                    end=token.idx + len(token),
                ),
                0.8,
            )
        entity = nouns.named(token, self._scene)
        if entity:
            return Who(_humanised(entity, token), 1.0)
        if token.text[0].isupper() and (
            token.pos_ == "PROPN" or (token.ent_type_ == "PERSON" and token.pos_ == "NOUN")
        ):
            entity = nouns.proper(token, self._scene, "person" if token.ent_type_ == "PERSON" else "thing")
            return Who(_humanised(entity, token), 0.8) if entity else self._first_word(token)
        return self._definite(token) or (self._first_word(token) if token.pos_ == "ADJ" else None)

    def owner(self, token: Token) -> Who | None:
        """Who a possessive ("my", "Bob's", "her") stands for."""
        lower = token.lower_
        if lower in ("my", "our"):
            return Who(self._scene.speaker, 1.0 if lower == "my" else 0.95)
        if lower == "your":
            return Who(self._scene.addressee, 0.75) if self._scene.addressee else None
        if lower in ("her", "his"):
            return self._pronoun(token, None)
        return None if token.pos_ == "PRON" else self.noun(token)

    def _quoted_speaker(self, reporter: Token | None) -> Who | None:
        quoted = reporter is not None and reporter.lower_ not in ("i", "we")
        return Who(self._scene.speaker, 0.6 if quoted else 1.0)

    def _first_word(self, token: Token) -> Who | None:
        """A capitalised first word that the parser takes for a name."""
        adjective = token.pos_ == "ADJ" and not (token.head.lemma_ in lx.HUMAN_VERBS and not token.is_stop)
        if adjective or not token.is_sent_start or token.dep_ not in ("nsubj", "nsubjpass", "poss"):
            return None
        human = token.ent_type_ == "PERSON" or token.head.lemma_ in lx.HUMAN_VERBS
        return Who(
            EntityRef(token.text, "person" if human else "thing", start=token.idx, end=token.idx + len(token)), 0.75
        )

    def _named_kin(self, kin: Token, name: Token) -> Who:
        kind = "animal" if nouns.is_pet(kin) else "person"
        mention = self._scene.mention_at(name.idx, name.idx + len(name))
        if mention and mention.start >= min(kin.idx, name.idx) and kin.text not in mention.text:
            return Who(EntityRef(mention.name, kind, start=mention.start, end=mention.end), 1.0)
        return Who(EntityRef(name.text, kind, start=name.idx, end=name.idx + len(name)), 1.0)

    def _possessed(self, token: Token, owner: Token) -> Who | None:
        who = self.owner(owner)
        if who is None:
            return None
        phrase = nouns.phrase(token, self._scene)
        if phrase is None:
            return None
        text = phrase.text
        if owner.pos_ != "PRON":
            own = nouns.joined(
                [t for t in nouns.tokens_of(token, self._scene) if t.i > owner.i and t.dep_ != "case"], self._scene
            )
            text = own.text if own else text
        kind = "person" if nouns.is_relation(token) else "animal" if nouns.is_pet(token) else "thing"
        if token.lemma_.lower() in vocabulary.ORGANISATIONS:
            kind = "organization"
        sureness = who.sureness * (1.0 if kind != "thing" else 0.85)
        return Who(
            EntityRef(
                f"{who.entity.name}'s {text if kind == 'thing' else text.lower()}",
                kind,
                start=phrase.start,
                end=phrase.end,
            ),
            sureness,
        )

    def _is_address(self, token: Token) -> bool:
        """Whether a relation noun stands bare, like a name: "Mom lives in Nice"."""
        bare = not any(child.dep_ in ("det", "poss", "amod", "nummod") for child in token.children)
        return bare and token.lower_ in ("mom", "mum", "dad", "mama", "papa", "grandma", "grandpa", "granny")

    def _definite(self, token: Token) -> Who | None:
        """A definite noun of the things that projects are about: "the launch"."""
        determiner = next((child for child in token.children if child.dep_ == "det"), None)
        if (
            determiner is None
            or determiner.lower_ not in ("the", "this")
            or token.lemma_.lower() not in vocabulary.THINGS
        ):
            return None
        phrase = nouns.phrase(token, self._scene)
        kind = "organization" if token.lemma_.lower() in vocabulary.ORGANISATIONS else "thing"
        return Who(EntityRef(phrase.text, kind, start=phrase.start, end=phrase.end), 0.8) if phrase else None

    def _antecedent_of_relative(self, token: Token) -> Who | None:
        clause = token.head
        if clause.dep_ != "relcl" or token.dep_ not in ("nsubj", "nsubjpass") or clause.head == token:
            return None
        who = self.noun(clause.head) if clause.head.pos_ != "PRON" else None
        return Who(who.entity, who.sureness * 0.9) if who else None

    def _pronoun(self, token: Token, reporter: Token | None) -> Who | None:
        if reporter is not None and reporter.pos_ != "PRON":
            who = self.noun(reporter)
            return Who(who.entity, who.sureness * 0.9) if who else None
        female = token.lower_ in _SHE
        near = self._persons_before(token)
        fitting = {name: m for name, m in near.items() if _gender(m) in (None, "f" if female else "m")}
        if len(fitting) != 1:
            return None
        name, mention = next(iter(fitting.items()))
        return Who(EntityRef(name, "person", start=mention.start, end=mention.end), 0.85 if len(near) == 1 else 0.75)

    def _persons_before(self, token: Token) -> dict[str, Mention]:
        """Persons named as arguments before the token, near enough to be meant."""
        starts = [sentence.start_char for sentence in token.doc.sents if sentence.start_char <= token.idx]
        floor = starts[max(0, len(starts) - 1 - _REACH)]
        found: dict[str, Mention] = {}
        for mention in self._scene.document.mentions:
            if (
                mention.type == "person"
                and floor <= mention.start
                and mention.end <= token.idx
                and self._is_argument(mention, token)
            ):
                found[mention.name] = mention
        return found

    def _is_argument(self, mention: Mention, token: Token) -> bool:
        span = token.doc.char_span(mention.start, mention.end, alignment_mode="expand")
        names = {self._scene.speaker.name, self._scene.addressee.name if self._scene.addressee else ""}
        return span is not None and span.root.dep_ in _ARGUMENTS and mention.name not in names


def _humanised(entity: EntityRef, token: Token) -> EntityRef:
    """A name of no clear type is a person where it does what only persons do: "Petra divorced Nils"."""
    unsure = entity.type in ("thing", "event") and entity.name.isalpha() and entity.name.istitle()
    first = token.head if token.dep_ == "conj" else token
    acts = first.dep_ in ("nsubj", "nsubjpass") and first.head.lemma_ in lx.HUMAN_VERBS
    parts = token.head.lemma_ == "break" and any(c.lower_ == "up" for c in token.head.children)
    return replace(entity, type="person") if unsure and (acts or parts) else entity


def _is_called(token: Token) -> bool:
    """A name that a comma sets apart at the opening addresses someone: "Hey Caroline, …"."""
    if token.pos_ != "PROPN" or token.i + 1 >= len(token.doc) or token.nbor().text not in (",", "!"):
        return False
    if any(child.dep_ in ("relcl", "appos", "conj") for child in token.children):
        return False
    return token.is_sent_start is True or token.nbor(-1).pos_ in ("INTJ", "PUNCT")


def _gender(mention: Mention) -> str | None:
    words = set(mention.name.lower().replace("'s", " ").split())
    if words & vocabulary.FEMALE:
        return "f"
    return "m" if words & vocabulary.MALE else None
