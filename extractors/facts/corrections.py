"""Claims that set right what was said before, and the values that they say are not meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from extractors.candidates import EntityRef
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene
from graph_schema.model import OPEN_START, Interval, Modality, Polarity, Precision

_WRONG = re.compile(
    r"\b(?:typo|correction|mis(?:typed|spoke|spelled|spelt|read|remembered|heard|stated|wrote)|"
    r"(?:made|was|is|by) (?:a |my )?mistake|by mistake|mixed (?:\w+ )?up|got (?:that|it|this) (?:\w+ )?wrong|"
    r"(?:that|this|it|which)(?:['’]s| is| was) (?:\w+ )?(?:wrong|incorrect|not (?:right|correct|true))|"
    r"(?:gave|told|wrote|said|had|sent|typed|listed)(?: \w+)? (?:the |an? )?(?:\w+ )?(?:wrong|incorrect)|"
    r"i (?:was|were) wrong|i meant(?! to\b)|i stand corrected|to correct|let me correct|"
    r"should have said|my bad|slip of)\b",
    re.I,
)
"""English words that take back what was said."""
_WRONG_CHINESE = re.compile(
    r"[说写打记讲填报输搞弄看听]错了?|口误|笔误|手误|[更纠订]正|说岔|记混|搞混|弄混|说反|写反|之前(?:的|那个)?(?:不对|有误)|"
    r"我的意思是|应该是.*(?:才对|才是)|刚才(?:的|那个)?不对"
)
"""Chinese words that take back what was said."""
_NOT = re.compile(
    r"\s*(?:,|;|—|–|-|\()?\s*(?:and |but )?(?:not|rather than|instead of)\s+"
    r"(?:(?:in|at|to|by|from|with|for|on|as|the|my|a|an)\s+)*(?P<o>[^,.;!?()\n—–]{1,60}?)"
    r"(?:\s+(?:any ?more|any longer|now|like|as|which|who|that|because)\b[^,.;!?()]*)?(?=\s*(?:[,.;!?()\n—–]|$))",
)
_NOT_CHINESE = re.compile(
    r"[，,、；;\s]*(?:而|并)?(?:不是|而非|不再是)(?:在|住在)?(?P<o>[^，。,；;！!？?\n]{1,30}?)了?(?=[，。,；;！!？?\n]|$)"
)
_NO_VALUE = re.compile(
    r"(?:only|just|because|sure|so|yet|too|even|really|to|that|what|how|when|where|if|until|all|any|much|many|it|this|"
    r"him|her|them|me|you|us|bad|far|every|always|well)\b",
    re.I,
)
_GAP = 14
"""Most characters between a value and the denial of another."""
_CHANGED = re.compile(
    r"\b(?:now|nowadays|these days|any ?more|any longer|no longer)\b|现在|如今|目前|改成|换成|不再", re.I
)
_DATES = frozenset({"scheduled_for", "due", "eta", "birthday"})
"""Predicates whose value is a date."""
_ALWAYS = Interval(OPEN_START, precision=Precision.TURN)


def corrected(claims: Iterable[Claim], scene: Scene) -> list[Claim]:
    """The claims with denials of the values they say are not meant; those that set something right hold from ever.

    A claim that holds from ever is told by the timeline to replace what was said before, from its beginning on.
    """
    read = list(claims)
    denied = [denial for claim in read for denial in _denials(claim, scene)]
    gone = {_key(denial) for denial in denied}
    kept = [c for c in read if c.polarity is Polarity.NEGATIVE or _key(c) not in gone]
    every = [*kept, *(d for d in denied if not any(_key(d) == _key(c) for c in kept))]
    return _backdated(every, scene)


def _key(claim: Claim) -> tuple[str, str, str]:
    return (claim.subject.name.casefold(), claim.predicate, claim.object_name.casefold())


def _denials(claim: Claim, scene: Scene) -> Iterable[Claim]:
    """The value after "not" in "I live in Genk, not Ghent"."""
    if claim.modality is not Modality.ASSERTED or claim.polarity is Polarity.NEGATIVE:
        return
    at = scene.content.find(claim.object_name, claim.start)
    if at < 0 or at > claim.end + _GAP:
        return
    end = at + len(claim.object_name)
    for pattern in (_NOT, _NOT_CHINESE):
        match = pattern.search(scene.content, end, end + _GAP + 100)
        if match is None or match.start() > end + _GAP or re.search(r"[.!?。！？]", scene.content[end : match.start()]):
            continue
        other = _other_holder(claim, match.span("o"), scene)
        if other is not None:
            yield replace(
                claim, subject=other, polarity=Polarity.NEGATIVE, ended=True, valid=None, occurs=None, spoken=None
            )
            return
        target = _target(claim, match.span("o"), scene)
        if target is not None:
            yield replace(
                claim, object=target, polarity=Polarity.NEGATIVE, ended=True, valid=None, occurs=None, spoken=None
            )
            return


def _other_holder(claim: Claim, span: tuple[int, int], scene: Scene) -> EntityRef | None:
    """Marco in "Priya leads the platform team, not Marco": a person denied after what no person is."""
    mention = scene.mention_at(*span)
    if mention is None or mention.type != "person" or claim.subject.type != "person":
        return None
    if not isinstance(claim.object, EntityRef) or claim.object.type == "person":
        return None
    whole = mention.start == span[0] and mention.end == span[1]
    return EntityRef(mention.name, "person", start=mention.start, end=mention.end) if whole else None


def _target(claim: Claim, span: tuple[int, int], scene: Scene) -> EntityRef | str | None:
    text = scene.content[span[0] : span[1]].strip(" 《》\"'“”")
    if not text or _NO_VALUE.match(text) or text.casefold() == claim.object_name.casefold():
        return None
    mention = scene.mention_at(*span)
    if isinstance(claim.object, EntityRef):
        if mention is not None and len(mention.text) * 2 > len(text):
            return EntityRef(mention.name, claim.object.type, start=mention.start, end=mention.end)
        proper = text[0].isupper() or not text.isascii()
        return EntityRef(text, claim.object.type, start=span[0], end=span[1]) if proper else None
    alike = any(c.isdigit() for c in text) == any(c.isdigit() for c in claim.object)
    return scene.content[span[0] : span[1]].strip() if alike and len(text.split()) <= 4 else None


def _backdated(claims: Sequence[Claim], scene: Scene) -> list[Claim]:
    """Claims in the sentence that takes something back, or in the next where it holds none, hold from ever."""
    spans = _taking_back(claims, scene)
    if not spans:
        return list(claims)
    return [replace(c, valid=_ALWAYS) if _is_set_right(c, spans, scene) else c for c in claims]


def _taking_back(claims: Sequence[Claim], scene: Scene) -> list[tuple[int, int]]:
    sentences = scene.document.sentences
    found: list[tuple[int, int]] = []
    for index, sentence in enumerate(sentences):
        text = scene.document.text(sentence)
        if not (_WRONG.search(text) or _WRONG_CHINESE.search(text)):
            continue
        own = any(sentence.start <= c.start < sentence.end for c in claims)
        last = sentence if own or index + 1 == len(sentences) else sentences[index + 1]
        found.append((sentence.start, last.end))
    return found


def _is_set_right(claim: Claim, spans: Sequence[tuple[int, int]], scene: Scene) -> bool:
    if claim.modality is not Modality.ASSERTED or claim.valid is not None:
        return False
    if claim.occurs is not None and claim.predicate not in _DATES:
        return False
    if not any(start <= claim.start < end for start, end in spans):
        return False
    return not _CHANGED.search(scene.content[claim.start : claim.end])
