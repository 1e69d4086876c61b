"""How a problem was solved, and what someone concluded: procedures and reasoning in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.candidates import EntityRef
from extractors.document import Sentence
from extractors.facts.chinese.stance import stated
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene

_FIXED = r"(?:解决|修复|修好|搞定|排除|处理好)"
_MEANS = r"(?:通过|靠|用|借助)(?P<how>[^，。；]{2,40}?)(?:的?(?:办法|方法|方式))?(?:来|才|就|终于|最终|成功)*"
_WHEN = r"(?:最后|终于|后来|昨天|今天|上周|已经|是|刚刚|刚)*"
_PROCEDURES = (
    re.compile(rf"^(?:我们|我){_WHEN}{_MEANS}{_FIXED}(?:掉|好)?了(?P<what>[^，。；的]{{2,30}}?)$"),
    re.compile(rf"^(?P<what>[^，。；我你他她]{{2,20}}?)(?:已经|已)?(?:是|被)?{_MEANS}{_FIXED}(?:掉|好)?(?:的|了)$"),
    re.compile(r"^(?P<what>[^，。；我你他她]{2,20}?)的解决(?:办法|方法|方案)是(?P<how>[^。；]{2,60})$"),
)
_CONCLUSIONS = (
    re.compile(
        r"(?:我们|我)(?:因此|由此|可以|就)*(?:断定|推断出?|得出结论|得出的结论是|的结论是)"
        r"[，：: ]*(?P<what>[^。]{4,60})$"
    ),
    re.compile(r"^(?:由此可见|由此可知|综上所述|综上)[，, ]*(?P<what>[^。]{4,60})$"),
)


def thoughts(sentence: Sentence, scene: Scene) -> Iterator[Claim]:
    """The procedure or the conclusion that one sentence tells, unless it asks or supposes."""
    text = scene.document.text(sentence).strip().rstrip("。！!~～ ")
    if not stated([text], scene.content[sentence.end : sentence.end + 1])[0]:
        return
    start, end = sentence.start, sentence.start + len(text)
    procedure = next((match for pattern in _PROCEDURES if (match := pattern.match(text))), None)
    if procedure is not None:
        yield Claim(_problem(procedure, start, scene), "solved_by", procedure["how"], start, end, 0.8, past=True)
        return
    conclusion = next((match for pattern in _CONCLUSIONS if (match := pattern.search(text))), None)
    if conclusion is not None:
        yield Claim(scene.speaker, "concluded", conclusion["what"], start, end, 0.75, past=True)


def _problem(match: re.Match[str], start: int, scene: Scene) -> EntityRef:
    begin, stop = start + match.start("what"), start + match.end("what")
    mention = scene.mention_at(begin, stop)
    if mention is not None and mention.start == begin and mention.end == stop:
        return EntityRef(mention.name, mention.type, start=begin, end=stop)
    return EntityRef(match["what"], "thing", start=begin, end=stop)
