"""What verdicts on hits are worth."""

from __future__ import annotations

from collections.abc import Mapping

from service.contract_jobs import Verdict

WORTH: Mapping[Verdict, int] = {Verdict.USED: 1, Verdict.IRRELEVANT: -1, Verdict.WRONG: -2}
"""What each verdict adds to a memory's feedback."""
MOST_FEEDBACK = 8
"""Feedback never goes further than this, up or down."""
