"""How a problem was solved, and what someone concluded: procedures and reasoning in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Span

from extractors.candidates import EntityRef
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene

_OPENING = r"^(?:(?:and|so|then|ok|okay|finally|eventually|yesterday|today|in the end|it turned out)[, ]+)*"
_FIXED = r"(?:fixed|solved|resolved|repaired|debugged|unblocked|worked around|got around|got rid of|sorted out)"
_PROCEDURES = (
    re.compile(rf"{_OPENING}(?:I|we)(?: (?:have|just|finally|eventually))*['’]?(?:ve)? {_FIXED} "
               r"(?P<what>.{3,80}?) by (?P<how>\w+ing\b.{2,110})$", re.I),
    re.compile(rf"{_OPENING}(?P<what>.{{3,60}}?) (?:was|is|were|got|has been|have been) (?:finally )?{_FIXED} "
               r"by (?P<how>\w+ing\b.{2,110})$", re.I),
    re.compile(rf"{_OPENING}the (?:fix|solution|workaround|cure|trick) (?:for|to) (?P<what>.{{3,60}}?) (?:was|is) "
               r"(?:to )?(?P<how>\w.{2,110})$", re.I),
)  # fmt: skip
_CONCLUSIONS = (
    re.compile(r"\b(?:I|we)(?: (?:have|therefore|thus|hence|must))*['’]?(?:ve)? "
               r"(?:conclude|concluded|infer|inferred|deduce|deduced) that (?P<what>.{8,110})$", re.I),
    re.compile(r"^(?:therefore|hence|thus|consequently|it follows that|from (?:this|that) it follows that)[, ]+"
               r"(?P<what>.{8,110})$", re.I),
)  # fmt: skip
_DETERMINER = re.compile(r"^(?:the|a|an|our|my|this|that|these|those)\s+", re.I)
_POINTING = re.compile(r"^(?:it|that|this|them|these|those|everything|things|problem|issue)$", re.I)
_SUPPOSED = re.compile(r"^(?:if|unless|whether|suppose|imagine|maybe|perhaps)\b|\bif\b", re.I)


def thoughts(sentence: Span, scene: Scene) -> Iterator[Claim]:
    """The procedure or the conclusion that one declarative sentence tells."""
    text = sentence.text.rstrip(".! \n")
    if _SUPPOSED.search(text):
        return
    start, end = sentence.start_char, sentence.start_char + len(text)
    for pattern in _PROCEDURES:
        match = pattern.match(text)
        if match is not None:
            problem = _problem(match["what"], start + match.start("what"), scene)
            if problem is not None:
                yield Claim(problem, "solved_by", match["how"], start, end, 0.8, past=True, phrase="be solved by {o}")
            return
    for pattern in _CONCLUSIONS:
        match = pattern.search(text)
        if match is not None:
            yield Claim(
                scene.speaker, "concluded", match["what"], start, end, 0.75, past=True, phrase="conclude that {o}"
            )
            return


def _problem(text: str, start: int, scene: Scene) -> EntityRef | None:
    """What was solved, as the entity that the words name or as a thing of their own."""
    name = _DETERMINER.sub("", text)
    if _POINTING.match(name):
        return None
    start += len(text) - len(name)
    mention = scene.mention_at(start, start + len(name))
    if mention is not None and mention.end - mention.start >= len(name) - 2:
        return EntityRef(mention.name, mention.type, start=mention.start, end=mention.end)
    return EntityRef(name, "thing", start=start, end=start + len(name))
