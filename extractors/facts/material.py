"""Text that is handed over to be worked on, which states nothing of whoever hands it over: "Translate: I live …"."""

from __future__ import annotations

import re

_ASK = r"(?:^|(?<=[.!?\n]))\s*(?:(?:please|now|and|can you|could you|would you|help me(?: to)?|i need you to)[ ,]+)*"
_TEXT = (
    r"(?:sentences?|text|paragraph|passage|e-?mail|message|letter|essay|article|abstract|poem|code|grammar|spelling|"
    r"typos?|wording|tone|style|lines?|words?|phrases?|notes?)"
)
_MATERIAL = re.compile(
    rf"{_ASK}(?:(?:translate|proof-?read|re-?write|rephrase|paraphrase|reword|spell-?check)\b[^.?!\n:]{{0,80}}|"
    rf"(?:summari[sz]e|correct|edit|fix|improve|shorten|polish|expand|continue|complete|explain|analy[sz]e|check|"
    rf"simplify|classify|tag|format|convert)\b[^.?!\n:]{{0,60}}\b(?:this|these|the following|below|{_TEXT})\b"
    rf"[^.?!\n:]{{0,40}}):\s*",
    re.I,
)
_SAMPLE = re.compile(rf"{_ASK}(?:for )?(?:examples?|e\.g\.|sample (?:sentence|text|data))\s*:\s*(?=\S)", re.I)

_PLEASE = r"(?:^|(?<=[。！？!?\n]))\s*(?:请你?|麻烦你?|帮我|帮忙|能不能|可以|你)*"
_MATERIAL_ZH = re.compile(
    rf"{_PLEASE}(?:(?:[把将][^。！？!?\n:：]{{0,20}}|[^。！？!?\n:：我是他她]{{0,12}})(?:翻译|译成|译为|润色|改写|校对|仿写|缩写|扩写|续写)[^。！？!?\n:：]{{0,30}}|"
    rf"(?:[把将]?[^。！？!?\n:：]{{0,12}})(?:总结|概括|修改|纠正|分析|解释|检查|归纳|提炼)[^。！？!?\n:：]{{0,12}}"
    rf"(?:这[段句篇个些]|下面|以下|下列|上面|文字|文章|段落|句子|语法|错别字)[^。！？!?\n:：]{{0,12}})[:：]\s*"
)
_SAMPLE_ZH = re.compile(rf"{_PLEASE}(?:例句|示例|例子|举例|样例)[:：]\s*")


def material(content: str) -> list[tuple[int, int]]:
    """The spans of a turn that are handed over to be worked on, as offsets in code points; mostly none.

    What follows a request to translate, rewrite or the like is material to the end of the turn, an example to the end
    of its line.
    """
    for pattern in (_MATERIAL, _MATERIAL_ZH):
        found = pattern.search(content)
        if found and found.end() < len(content):
            return [(found.end(), len(content))]
    spans: list[tuple[int, int]] = []
    for pattern in (_SAMPLE, _SAMPLE_ZH):
        for found in pattern.finditer(content):
            end = content.find("\n", found.end())
            spans.append((found.end(), end if end >= 0 else len(content)))
    return spans
