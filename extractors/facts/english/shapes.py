"""Claims that the words of an English sentence give whatever its parse: partings, new properties, states of tickets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Span

from extractors.candidates import EntityRef
from extractors.facts.claim import Claim
from extractors.facts.english import vocabulary
from extractors.facts.english.stance import is_stated
from extractors.facts.scene import Scene
from graph_schema.model import Interval, Polarity, Role

_NAME = r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}"
_PAIR = re.compile(
    rf"\b(?:(?P<a>{_NAME}) and I|I and (?P<b>{_NAME})) (?:have |had |just |finally |recently |both )*"
    r"(?P<verb>broke up|broken up|split up|separated|parted ways|got divorced|divorced|got married|got engaged)\b"
)
_PARTED = {
    "broke up": "broke_up_with",
    "broken up": "broke_up_with",
    "split up": "broke_up_with",
    "parted ways": "broke_up_with",
    "got divorced": "divorced",
    "divorced": "divorced",
    "got married": "married",
    "got engaged": "engaged_to",
}
_EXCHANGED = re.compile(
    r"\b(?:I|[Ww]e)(?:['’]ve| have)? (?:just |now |also |finally |recently )*(?:replaced|swapped|traded) "
    r"(?:in )?(?:my |our |the )?(?P<old>[A-Z][\w.+#-]*(?: [A-Z\d][\w.+#-]*)?) (?:out )?(?:with|for|by) "
    r"(?:my |our |the |an? )?(?P<new>[A-Z][\w.+#-]*(?: [A-Z\d][\w.+#-]*)?)"
)
_CHANGED = re.compile(
    r"\bI(?:['’]ve| have)? (?:just |now |also )*(?:changed|updated|switched) my (?P<label>[a-z-]+(?: [a-z-]+){0,2}?)"
    r"(?: from \S+)? to (?P<o>[^\s,;]+(?: \d[\d ]*)?)",
    re.I,
)
_GROWN = re.compile(
    r"\b[Mm]y (?:new |monthly )?(?P<label>[a-z]+(?: [a-z]+)?) (?:has |just |is |was |has been |got )*"
    r"(?:went up|gone up|rose|risen|increased|raised|dropped|fell|went down|gone down|cut|lowered|changed) to "
    r"(?P<o>[$€£]?\d[\d.,]*\d(?: (?:euros?|dollars?|pounds?|EUR|USD|GBP|CHF|francs?|yuan))?)"
)
_STATUSES = (
    r"open|closed|resolved|fixed|done|pending|blocked|unblocked|merged|deployed|rejected|approved|reopened|completed|"
    r"complete|cancelled|canceled|finished|shipped|delivered|escalated|assigned|unassigned|stalled|overdue|verified|"
    r"in progress|in review|in testing|on hold|under review|ready|live|released|triaged"
)
_STATE = re.compile(
    rf"(?P<s>(?:[Tt]icket |[Ii]ssue |[Tt]ask |[Bb]ug |[Oo]rder )?[A-Za-z]+[\w]*-\d[\w-]*|#\d+) "
    rf"(?:is|was|has been|got|has now been|is now|was just|has just been)"
    rf"(?P<words>(?: (?:now|not|no longer|finally|already|officially|still|currently|marked(?: as)?|back|set to|"
    rf"again))*) "
    rf"(?P<o>{_STATUSES})\b(?! (?:to|by (?!\w+$)|on top|for|with|if|when|unless))",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:if|unless|whether|once|when|maybe|perhaps|might|may|should|hope|think|until|will)\b|\?", re.I
)


def shapes(sentence: Span, scene: Scene) -> Iterator[Claim]:
    """The claims of a sentence by its words; of one that supposes or asks none."""
    if _UNSURE.search(sentence.text) or (scene.turn.role is Role.ASSISTANT and not scene.turn.actor):
        return
    yield from _partings(sentence, scene)
    yield from _properties(sentence, scene)
    yield from _grown(sentence, scene)
    yield from _exchanged(sentence, scene)
    yield from _states(sentence, scene)


def _is_stated(sentence: Span, at: int) -> bool:
    """Whether the clause around an offset of the sentence states something."""
    offset = sentence.start_char + at
    found = sentence.doc.char_span(offset, offset + 1, alignment_mode="expand")
    return found is not None and is_stated(found[0])


def _partings(sentence: Span, scene: Scene) -> Iterator[Claim]:
    match = _PAIR.search(sentence.text)
    predicate = _PARTED.get(match["verb"].lower()) if match else None
    if match is None or predicate is None or not _is_stated(sentence, match.start("verb")):
        return
    group = "a" if match["a"] else "b"
    start = sentence.start_char + match.start(group)
    other = EntityRef(match[group], "person", start=start, end=start + len(match[group]))
    begin, end = sentence.start_char, sentence.end_char
    time = next((t for t in scene.document.times_in(begin, end) if t.interval is not None), None)
    occurs = time.interval if time is not None else None
    valid = Interval(occurs.start, precision=occurs.precision) if occurs else None
    happened = predicate != "engaged_to"
    yield Claim(
        scene.speaker,
        predicate,
        other,
        begin,
        end,
        0.85,
        occurs=occurs if happened else None,
        valid=valid,
        past=happened,
    )


def _grown(sentence: Span, scene: Scene) -> Iterator[Claim]:
    """The new value in "my rent went up to 940 euros"."""
    match = _GROWN.search(sentence.text)
    predicate = vocabulary.ATTRIBUTES.get(match["label"].lower()) if match else None
    if match is None or predicate is None or not _is_stated(sentence, match.start("label")):
        return
    end = sentence.start_char + match.end("o")
    yield Claim(scene.speaker, predicate, match["o"], sentence.start_char, end, 0.85, attribute=True)


def _exchanged(sentence: Span, scene: Scene) -> Iterator[Claim]:
    """The thing in use and the one out of use in "we replaced Jira with Linear"; nothing of persons and places."""
    match = _EXCHANGED.search(sentence.text)
    if match is None or not _is_stated(sentence, match.end("old") + 1):
        return
    tools = [(_tool(sentence, match, group, scene), group == "old") for group in ("new", "old")]
    end = sentence.start_char + match.end()
    for tool, out in tools if all(tool for tool, _ in tools) else ():
        polarity = Polarity.NEGATIVE if out else Polarity.POSITIVE
        yield Claim(scene.speaker, "uses", tool or "", sentence.start_char, end, 0.8, polarity=polarity, ended=out)


def _tool(sentence: Span, match: re.Match[str], group: str, scene: Scene) -> EntityRef | None:
    name = match[group].rstrip(".")
    start = sentence.start_char + match.start(group)
    mention = scene.mention_at(start, start + len(name))
    if mention is not None and mention.type in ("person", "location"):
        return None
    return EntityRef(name, mention.type if mention else "product", start=start, end=start + len(name))


def _properties(sentence: Span, scene: Scene) -> Iterator[Claim]:
    """The new value in "I changed my email to …"."""
    match = _CHANGED.search(sentence.text)
    predicate = vocabulary.ATTRIBUTES.get(match["label"].lower()) if match else None
    if match is None or predicate is None or not _is_stated(sentence, match.start("label")):
        return
    value = match["o"].rstrip(".!")
    end = sentence.start_char + match.start("o") + len(value)
    if any(char.isdigit() or char == "@" for char in value):
        yield Claim(scene.speaker, predicate, value, sentence.start_char, end, 0.85, attribute=True)


def _states(sentence: Span, scene: Scene) -> Iterator[Claim]:
    """The state of a ticket: "OPS-3 is in progress", "OPS-3 is no longer blocked"."""
    for match in _STATE.finditer(sentence.text):
        if not _is_stated(sentence, match.start("o")):
            continue
        start = sentence.start_char + match.start("s")
        mention = scene.mention_at(start, start + len(match["s"]))
        name = re.sub(r"^(?:ticket|issue|task|bug|order) ", "", match["s"], flags=re.I)
        ticket = EntityRef(mention.name if mention else name, "ticket", start=start, end=start + len(match["s"]))
        denied = re.search(r"\bno(?:t| longer)\b", match["words"], re.I) is not None
        yield Claim(
            ticket,
            "status",
            match["o"].lower(),
            start,
            sentence.start_char + match.end(),
            0.85,
            polarity=Polarity.NEGATIVE if denied else Polarity.POSITIVE,
            ended=denied,
        )
