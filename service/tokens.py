"""Token counts by the documented estimate, the same everywhere a count is shown."""

from __future__ import annotations

import math
import re

LATIN_CHARS_PER_TOKEN = 3.5
CJK_CHARS_PER_TOKEN = 1.8
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f]")


def estimate_tokens(text: str) -> int:
    """Estimated tokens of the text: characters / 1.8 for CJK and / 3.5 for the rest, rounded up."""
    cjk = len(_CJK.findall(text))
    return math.ceil(cjk / CJK_CHARS_PER_TOKEN + (len(text) - cjk) / LATIN_CHARS_PER_TOKEN)
