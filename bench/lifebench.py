"""LifeBench through the public API: recall of evidence records, one group a user, beside BM25 (bigrams for Chinese)."""

from __future__ import annotations

import sys
from functools import partial

from bench.evaluation import Evaluation, parser, perform
from bench.lifebench_data import load_lifebench

LANGUAGES = ("zh", "en")


def main() -> int:
    """Runs the evaluation of the languages asked for and prints their tables."""
    options = parser("lifebench", __doc__)
    options.add_argument("languages", nargs="*", metavar="LANGUAGE", help="zh, en; default: both")
    given = options.parse_args()
    languages: list[str] = given.languages or list(LANGUAGES)
    if unknown := set(languages) - set(LANGUAGES):
        options.error(f"no LifeBench in {', '.join(sorted(unknown))}: zh and en are")
    evaluations = [
        Evaluation(
            name=f"lifebench_{language}",
            title=f"LifeBench {language}, record level, through the API",
            load=partial(load_lifebench, language=language),
            headline=None,
            headline_name="all",
        )
        for language in languages
    ]
    return perform(evaluations, given)


if __name__ == "__main__":
    sys.exit(main())
