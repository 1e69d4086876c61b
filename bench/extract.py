"""All that is measured of extraction, one after the other: times, entities, linking, facts, throughput.

Each part is an evaluation of its own (`python -m bench NAME`), run as a process, so that none warms another up.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from bench.corpus import data_folder
from bench.report import command, conditions, write_page

PARTS = {
    "timex": "Time expressions: exact start, end and TIMEX type, on `timex/*_dev.json`; half of them is kept back.",
    "ner": "Mentions: span F1 by type on Universal NER and WNUT-17, beside the bare models.",
    "linking": "Whom names are taken to mean: B³.",
    "facts": "Facts on own gold, open and blind.",
    "throughput": "Turns a second beside the bare embedder and parser.",
}
_WITH_DATA = frozenset({"timex", "ner", "throughput"})


def run(name: str, data: Path) -> str:
    """What an evaluation prints.

    Raises:
        subprocess.CalledProcessError: it failed; what it says is on standard error.
    """
    given = ["--data", str(data)] if name in _WITH_DATA else []
    line = [sys.executable, "-m", "bench", name, *given]
    return subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def main() -> int:
    """Prints each part as it is done."""
    parser = argparse.ArgumentParser(prog="python -m bench extract", description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS), help=f"of {', '.join(PARTS)}; all by default")
    parser.add_argument("--data", type=Path, help="folder with the evaluation data")
    parser.add_argument("--record", action="store_true", help="write what is printed to docs/results")
    options = parser.parse_args()
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"no part is named {', '.join(unknown)}; there are: {', '.join(PARTS)}")
    data = data_folder(options.data)
    page: list[str] = []
    for name in options.parts:
        printed = run(name, data)
        print(f"== {name}\n{printed}\n", flush=True)
        page += [f"## {name}\n\n{PARTS[name]}", printed if "|--" in printed else f"```\n{printed}\n```"]
    line = f"{conditions('spacy', 'neo4j')}. Extractors: rules, spacy. Command: `{command()}`."
    print(line)
    if options.record:
        print(f"written to {write_page('extract', 'Extraction', [line, *page])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
