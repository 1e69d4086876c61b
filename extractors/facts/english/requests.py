"""Tasks and constraints that are asked for rather than told: "remind me to …", "never deploy on Fridays"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Span

from extractors.facts.claim import Claim
from extractors.facts.english.stance import is_stated
from extractors.facts.scene import Scene
from graph_schema.model import Interval, Modality, Role

_REMINDER = re.compile(
    r"^(?:(?:please|hey|ok|okay|and|also|oh|can you|could you|would you|will you)[ ,]+)*"
    r"(?:remind me(?: again)? (?:to|about|that)|don['’]?t let me forget to|to-?do\s*:|don['’]t forget to|remember to)"
    r"\s+(.+)",
    re.I,
)
_RULE = re.compile(r"^(?:(?:please|and|but|also|so)[, ]+)*((?:never|always|do not|don['’]t)\s+\w.*)", re.I)
_BOUND = re.compile(
    r"^(?:the |our |my |all |each |every |any |no )?[\w' -]{2,60}?\b(?:(?:must|may|shall) not\b|mustn['’]t\b|must "
    r"(?:exceed|stay|remain|use|include|contain|support|run|cost|follow|comply|be (?:under|below|above|over|within|"
    r"at least|at most|less than|more than|before|after|approved|signed|encrypted|reviewed|delivered|completed|"
    r"submitted|paid|tested|written)))\b.*",
    re.I,
)
_SUBJECT_I = re.compile(
    r"^(?:i|we|you|he|she|they|it|this|that|there|if|unless|whether|suppose|imagine|assuming|maybe|perhaps|when|once|"
    r"in case|even|as if|someone|somebody|nobody|no one|allegedly|apparently|supposedly|probably|rumou?r|pretend|"
    r"assume|ask)\b",
    re.I,
)
"""Openings of a sentence that only sounds like a rule."""
_CALL_ME = re.compile(r"\b(?:[Jj]ust |[Pp]lease )?[Cc]all me (?P<name>[A-Z][\w'-]+)(?=$|[,.;!]| for short)")
_REACH = re.compile(
    r"\b(?:reach|contact|e-?mail|call|text|phone|write(?: to)?|message) me (?:\w+ ){0,2}?(?:at|on|via)\s+"
    r"(?:(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)|(?P<phone>\+?\d[\d\s().-]{4,}\d))",
    re.I,
)
_NAME_IS = re.compile(r"\b[Mm]y (?:full )?name['’]s (?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,3})")
"""The parser takes this contraction for a possessive."""
_NO_RULE = frozenset(
    ["worry", "forget", "mind", "be", "get", "think", "hesitate", "bother", "let", "remember", "store", "save", "know"]
)
"""Verbs whose prohibition asks for nothing that lasts: "don't worry"."""
_END = ".!。 \n"


def requests(sentence: Span, scene: Scene) -> Iterator[Claim]:
    """The tasks and constraints that one sentence of a user states."""
    if scene.turn.role is not Role.USER:
        return
    to_assistant = scene.addressee is None
    text = sentence.text.rstrip(_END)
    called = _CALL_ME.search(text)
    if called and _is_said(sentence, called.end()):
        begin = sentence.start_char + called.start()
        yield Claim(scene.speaker, "nickname", called["name"], begin, begin + len(called[0]), 0.9)
    named = _NAME_IS.search(text) if "name" in text else None
    if named:
        begin = sentence.start_char + named.start()
        yield Claim(scene.speaker, "has_name", named["name"], begin, begin + len(named[0]), 0.9, attribute=True)
    yield from _reached(sentence, text, scene)
    reminder = _REMINDER.search(text)
    if reminder and (to_assistant or " me " in reminder[0].lower()):
        yield from _task(sentence, reminder.start(), reminder.start(1), text, scene)
        return
    rule = _RULE.match(text)
    if rule and to_assistant and _is_order(sentence, rule.start(1)):
        yield _constraint(sentence, rule.start(1), rule[1], scene)
    elif _BOUND.match(text) and not _SUBJECT_I.match(text):
        yield _constraint(sentence, 0, text, scene)


def _is_said(sentence: Span, offset: int) -> bool:
    """Whether the words that end at the offset are in a clause that states or asks for something."""
    word = next((t for t in sentence if t.idx + len(t) - sentence.start_char >= offset), sentence[-1])
    return is_stated(word)


def _reached(sentence: Span, text: str, scene: Scene) -> Iterator[Claim]:
    """The speaker's own address in "you can reach me at …"."""
    found = _REACH.search(text) if " me " in text else None
    if found:
        predicate = "email" if found["email"] else "phone"
        begin = sentence.start_char + found.start()
        yield Claim(scene.speaker, predicate, found[predicate], begin, begin + len(found[0]), 0.85, attribute=True)


def _is_order(sentence: Span, offset: int) -> bool:
    """Whether a verb in base form follows the "never" or "always" at the offset."""
    opening = frozenset({"never", "always", "do", "not", "n't", "n’t", "ever"})
    rest = (t for t in sentence if t.idx - sentence.start_char >= offset and t.lower_ not in opening)
    verb = next(rest, None)
    return verb is not None and verb.tag_ in ("VB", "VBP") and verb.lower_ not in _NO_RULE


def _task(sentence: Span, start: int, body_start: int, text: str, scene: Scene) -> Iterator[Claim]:
    times = scene.document.times_in(sentence.start_char + body_start, sentence.start_char + len(text))
    body = _without(
        text[body_start:],
        [(t.start - sentence.start_char - body_start, t.end - sentence.start_char - body_start) for t in times],
    )
    if not body:
        return
    occurs: Interval | None = next((t.interval for t in times if t.interval), None)
    yield Claim(
        subject=scene.speaker,
        predicate="todo",
        object=body,
        start=sentence.start_char + start,
        end=sentence.start_char + len(text),
        confidence=0.9,
        modality=Modality.PLANNED,
        occurs=occurs,
    )


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with time expressions and the words that introduce them cut out."""
    for start, end in sorted(spans, reverse=True):
        text = re.sub(r"\b(?:on|at|by|in|before|until|this)?\s*$", "", text[:start].rstrip()) + text[end:]
    return " ".join(text.split()).strip(" ,;:-")


def _constraint(sentence: Span, start: int, text: str, scene: Scene) -> Claim:
    begin = sentence.start_char + start
    return Claim(scene.speaker, "has_constraint", text, begin, begin + len(text), 0.85)
