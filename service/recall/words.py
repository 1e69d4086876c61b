"""Words that say little or much about what a question is after, in English and Chinese."""

from __future__ import annotations

import re

_STOP = """a about after all also am an and any are as at be been being both but by can could did do does doing done don
    each else for from get gets give go got had has have having he her here hers him his how i if in into is it its
    just kind let ll may me might mine much must my no nor not of off on once one only or other our ours out over own
    please re said say says shall she should so some such tell than that the their theirs them then there these they
    thing things this those through to too under until up us ve very was we were what when where which while who whom
    whose why will with would you your yours"""
STOP_WORDS = frozenset(_STOP.split())
"""English function and question words; what remains of a question is what it is about."""

CJK_STOP = frozenset("的了吗呢吧啊是在和与及就都也还很被把给对从到这那哪么什谁几怎为我你他她它们有个中上下会能要不没")
"""Chinese function characters; a pair of two of them says nothing."""

FIRST_PERSON = frozenset(["i", "me", "my", "mine", "myself", "we", "us", "our", "ours"])
CJK_FIRST_PERSON = re.compile(r"[我咱俺]")

PAST = re.compile(
    r"\b(?:used to|previous(?:ly)?|former(?:ly)?|before|in the past|back then|originally|at first|earlier|once|"
    r"no longer|any ?more|history|ever)\b|以前|之前|曾|过去|原来|从前|当时|那时|原先|起初|最初|早先",
    re.IGNORECASE,
)
"""The question asks for what no longer holds."""

CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f]+")
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[\u2600-\u27bf\U0001f300-\U0001faff]")
