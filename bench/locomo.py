"""LoCoMo through the public API: recall of evidence turns, one group a conversation, beside plain and stemmed BM25."""

from __future__ import annotations

import sys

from bench.evaluation import Evaluation, parser, perform
from bench.locomo_data import HEADLINE, load_locomo


def main() -> int:
    """Runs the evaluation and prints its table."""
    options = parser("locomo", __doc__).parse_args()
    title = "LoCoMo dev, turn level, through the API"
    return perform([Evaluation("locomo", title, load_locomo, HEADLINE, "1–4 pooled")], options)


if __name__ == "__main__":
    sys.exit(main())
