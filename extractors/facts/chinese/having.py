"""What someone has in Chinese: relatives, pets, belongings, conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.facts.chinese import lexicon as lx
from extractors.facts.chinese import patterns
from extractors.facts.chinese.middle import Middle
from extractors.facts.chinese.saying import Saying
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene


def having(said: Saying, before: Middle, scene: Scene) -> Iterator[Claim]:
    """我有两个孩子和一只猫, 我没有车, 我有哮喘."""
    text = lx.TRAILING.sub("", said.text(scene))
    lacking = before.negated and before.words[-1:] == ["没有"]
    if not text.startswith("有") and not lacking:
        return
    for part in re.split("和|、|以及", text.removeprefix("有")):
        match = patterns.HAVE.match(f"有{part}")
        if match is not None:
            yield from _one_had(said, match)


def _one_had(said: Saying, match: re.Match[str]) -> Iterator[Claim]:
    noun = lx.TRAILING.sub("", match["o"])
    count = f"{match['count'] or ''}{match['unit'] or ''}"
    if noun in lx.POSSESSIONS:
        yield said.claim("owns", noun if match["count"] in (None, "一") else count + noun, 0.8)
    elif noun in lx.PETS:
        yield said.claim("has_pet", noun if match["count"] in (None, "一") else count + noun, 0.85)
    elif noun in lx.KIN and lx.KIN[noun] in ("parent_of", "sibling_of"):
        yield said.claim(lx.KIN[noun], count + noun, 0.85)
    elif re.fullmatch(r"(?:哮喘|糖尿病|高血压|抑郁症|偏头痛|失眠|鼻炎|胃病|心脏病|关节炎|湿疹)", noun):
        yield said.claim("has_condition", noun, 0.88)
