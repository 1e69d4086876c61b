"""A requirements document digested to its constraints: who or what must, must not or should do what.

Only for text out of documents: in conversation "you must see this" asserts nothing that is worth keeping.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extractors.candidates import EntityRef, FactCandidate, Reference
from extractors.facts.constraints_chinese import chinese_rules
from extractors.facts.constraints_english import english_rules
from extractors.facts.rule import Rule
from extractors.facts.scene import Scene
from graph_schema.model import FactKind, Modality, Polarity

PREDICATE = "has_constraint"
MAX_RULE = 400
"""Longest rule, in characters; a longer one is a paragraph that wants reading."""
_MAX_SUBJECT = 80
_CONFIDENCE = {"must": 0.85, "should": 0.75}
_INTRODUCTION = re.compile(
    r"^[ \t]*(?:[-*•] )?(?:(?:the|a|an|each|every|all) )?(?P<subject>[^\n,:，：]{2,60}?)[ \t]*"
    r"\b(?P<rule>(?P<must>must|shall)(?: not)?|should(?: not)?)(?: be able to)?[ \t]*:[ \t]*$"
    r"|^[ \t]*(?P<zh_subject>[^\n，。：,:]{1,30}?)(?P<zh_rule>必须|务必|应当|应|不得|严禁|禁止)"
    r"(?:满足|做到|遵守)?(?:以下|下列)?(?:要求|条件|规定)?[ \t]*[：:][ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_ITEM_MARK = re.compile(r"(?:[-*•]|\(?[a-z0-9]{1,3}[.)]|[（(]?[一二三四五六七八九十]+[)）、]|[①-⑳])\s*")


def document_facts(scene: Scene, read: list[FactCandidate], extractor: str) -> list[FactCandidate]:
    """The constraints of a chunk of a document, and of what else was read there what names who it is about."""
    rules = constraint_facts(scene, extractor)
    return sorted([*rules, *named_facts(scene, read, rules)], key=lambda fact: (fact.start, fact.end))


def named_facts(
    scene: Scene, read: Sequence[FactCandidate], rules: Sequence[FactCandidate] | None = None
) -> list[FactCandidate]:
    """What is kept of facts read in a document: those that name who they are about, outside the words of rules.

    Args:
        scene: of the chunk.
        read: what was read in it, by whichever extractor.
        rules: its constraints, where they are known already.
    """
    known = constraint_facts(scene, "") if rules is None else rules
    return [fact for fact in read if _is_named(fact, scene) and not any(_within(fact, rule) for rule in known)]


def _is_named(fact: FactCandidate, scene: Scene) -> bool:
    """Whether it is about somebody or something by name, and not about the writer or what is his ("our company")."""
    named = all(one is None or one.reference is Reference.NAMED for one in (fact.subject, fact.object))
    speaker = scene.speaker.name
    return named and not fact.subject.name.startswith((f"{speaker}'s", f"{speaker}’s", f"{speaker}的"))


def _within(fact: FactCandidate, rule: FactCandidate) -> bool:
    """Whether a fact was read out of the words of a rule, which say what is to be and not what is."""
    return fact.start < rule.end and rule.start < fact.end


def constraint_facts(scene: Scene, extractor: str) -> list[FactCandidate]:
    """The constraints a chunk of a document states, in order; a rule whose subject is not said is the topic's."""
    found = [*english_rules(scene.document), *chinese_rules(scene.document), *_listed(scene.content)]
    facts: dict[tuple[str, str], FactCandidate] = {}
    for rule in sorted(found, key=lambda rule: rule.start):
        subject = rule.subject or scene.turn.topic
        if subject and len(subject) <= _MAX_SUBJECT and 0 < len(rule.text) <= MAX_RULE:
            facts.setdefault((subject.casefold(), rule.text), _fact(rule, subject, scene, extractor))
    return list(facts.values())


def _fact(rule: Rule, subject: str, scene: Scene, extractor: str) -> FactCandidate:
    joined = "" if rule.chinese else " "
    return FactCandidate(
        subject=EntityRef(subject, "thing"),
        predicate=PREDICATE,
        object=None,
        value=rule.text,
        kind=FactKind.CONSTRAINT,
        polarity=Polarity.POSITIVE,
        modality=Modality.ASSERTED,
        valid=None,
        occurs=None,
        confidence=_CONFIDENCE["must" if rule.strict else "should"],
        start=rule.start,
        end=rule.end,
        text=f"{subject}{joined}{rule.text}",
        extractor=extractor,
    )


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str


def _listed(content: str) -> Iterator[Rule]:
    """Items under a line such as "The client must:"."""
    for match in _INTRODUCTION.finditer(content):
        chinese = match["zh_rule"] is not None
        subject, word = (match["zh_subject"], match["zh_rule"]) if chinese else (match["subject"], match["rule"])
        for line in _items(content, match.end()):
            mark = _ITEM_MARK.match(line.text)
            item = line.text[mark.end() if mark else 0 :].rstrip(" .;,。；，")
            if item:
                start = line.start + (mark.end() if mark else 0)
                text = f"{word}{'' if chinese else ' '}{item}"
                strict = chinese or match["must"] is not None
                yield Rule(subject.strip(), text, start, start + len(item), strict, chinese)


def _items(content: str, at: int) -> Iterator[_Line]:
    """The lines of the block that follows, up to its end or to the next line that introduces others."""
    start = at + len(content[at:]) - len(content[at:].lstrip("\n"))
    while start < len(content):
        end = content.find("\n", start)
        end = len(content) if end < 0 else end
        line = content[start:end]
        if not line.strip() or line.rstrip().endswith((":", "：")):
            return
        indent = len(line) - len(line.lstrip())
        yield _Line(start + indent, line.strip())
        start = end + 1
