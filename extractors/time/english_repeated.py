"""Reads English repetitions and durations: every Monday at 4 pm, weekly, 3 hours 30 minutes, all day."""

from __future__ import annotations

from extractors.time.common import Reading
from extractors.time.english_base import Read
from extractors.time.english_phrases import PhraseReader
from extractors.time.english_words import ADVERBS, UNIT_CODES, WEEKDAY_PLURALS
from extractors.words import words

_MEASURING = words("for over about almost nearly takes took lasted lasts spent than")


class RepetitionReader(PhraseReader):
    """What repeats and how long something takes."""

    def repeated(self, at: int) -> Read:
        """Every day, each Monday at 4 pm, Friday mornings, weekly, 3 pm each day."""
        found = self._repeated_day(at)
        if found:
            code, after = found
            clock = self.clock(self.skip(after, "at", ",", "@"), bare=self.word(after) == "at")
            part = None if clock else self.part(self.skip(after, ",")) if code != "P1D" else None
            if clock:
                moment = self._settled(clock[0], None)
                return Reading(
                    "set",
                    (),
                    f"{code if code != 'P1D' else ''}T{moment.hour:02}"
                    + (f":{moment.minute:02}" if moment.minute else ""),
                ), clock[1]
            return (
                (Reading("set", (), f"{code}T{part[0].code}"), part[1]) if part else (Reading("set", (), code), after)
            )
        clock = self.clock(at)
        day = self._repeated_day(self.skip(clock[1], ",")) if clock else None
        return (Reading("set", (), f"T{self._settled(clock[0], None).hour:02}"), day[1]) if clock and day else None

    def _repeated_day(self, at: int) -> tuple[str, int] | None:
        text = self.word(at)
        if text in ("bi", "semi") and self.word(at + 1) == "-" and self.word(at + 2) in ADVERBS:
            code = ADVERBS[self.word(at + 2)]
            return {"P1W": "P2W", "P1M": "P2M", "P1Y": "P0.5Y"}.get(code, code), at + 3
        if text in ADVERBS and not (text == "annual" and self.word(at - 1) in ("the", "an", "our")):
            return ADVERBS[text], at + 1
        if text in WEEKDAY_PLURALS or (
            self.weekday(at) is not None and self.word(at + 1) in ("mornings", "afternoons", "evenings", "nights")
        ):
            return f"XXXX-WXX-{(WEEKDAY_PLURALS.get(text, self.weekday(at)) or 0) + 1}", at + 1
        if text not in ("every", "each", "any"):
            return None
        count, after = (2.0, at + 2) if self.word(at + 1) == "other" else self.number(at + 1) or (1.0, at + 1)
        weekday = self.weekday(after)
        if weekday is not None:
            return f"XXXX-WXX-{weekday + 1}", after + 1
        part = self.part(after) if self.word(after) not in ("in", "at", "on", "the") else None
        if part:
            return f"T{part[0].code}", part[1]
        unit = self.unit(after)
        return (duration_code([(count, unit[0])]), unit[1]) if unit else None

    def duration(self, at: int) -> Read:
        """3 hours 30 minutes, all day, two nights; `a week` only after a word that measures."""
        if self.word(at) in ("all", "whole") and self.unit(at + 1):
            unit, after = self.unit(at + 1) or ("", at)
            return Reading("duration", (), duration_code([(1, unit)])), after
        single = self.word(at) in ("a", "an") and self.word(at + 1) not in ("couple", "few", "half")
        if single and self.word(at - 1) not in _MEASURING:
            return None
        if self.word(at) in ("half", "one") and self.word(at + 1) in ("second",):
            return None
        found = self.durations(at)
        return (Reading("duration", (), duration_code(found[0])), found[1]) if found else None


def duration_code(parts: list[tuple[float, str]]) -> str:
    """The TIMEX3 value of a duration, `P3M2W2D`, `PT3H30M`."""
    dates = times = ""
    for amount, unit in parts:
        code = UNIT_CODES[unit]
        shown = f"{amount * 2 if unit == 'fortnight' else amount:g}{code.removeprefix('T')}"
        if code.startswith("T"):
            times += shown
        else:
            dates += shown
    return f"P{dates}{'T' + times if times else ''}"
