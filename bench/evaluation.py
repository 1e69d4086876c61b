"""The command line and the report that the retrieval evaluations share."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from bench.corpus import DataMissing, Group, data_folder
from bench.report import HEADER, command, conditions, markdown, percentiles, score_rows, write_page
from bench.retrieval import Run, evaluate
from bench.serving import service

Load = Callable[[Path], Sequence[Group]]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One data set: how to read it, and how its result is called.

    Attributes:
        headline: categories pooled in the first row; None takes all.
    """

    name: str
    title: str
    load: Load
    headline: AbstractSet[str] | None
    headline_name: str


def parser(name: str, doc: str | None) -> argparse.ArgumentParser:
    """The options of an evaluation."""
    options = argparse.ArgumentParser(prog=f"python -m bench {name}", description=doc)
    options.add_argument("--data", type=Path, help="folder of the evaluation data; also EVERWHEN_EVAL_DATA")
    options.add_argument("--url", help="a running service to use instead of starting one; it keeps what is remembered")
    options.add_argument("--wait", type=float, default=1800.0, help="most seconds to wait for a group to be read")
    options.add_argument("--out", type=Path, help="write one JSON line a question here")
    options.add_argument("--record", action="store_true", help="write the tables to docs/results")
    return options


def perform(evaluations: Sequence[Evaluation], options: argparse.Namespace) -> int:
    """Runs the evaluations whose data is here; 0, also when they are skipped, which is said."""
    ready: list[tuple[Evaluation, Sequence[Group]]] = []
    for item in evaluations:
        try:
            ready.append((item, item.load(data_folder(options.data))))
        except DataMissing as missing:
            print(f"{item.name}: SKIPPED: {missing}")
    if not ready:
        return 0
    with service(options.url) as running:
        about = running.client.info()
        for item, groups in ready:
            run = evaluate(running.client, groups, f"{item.name}-{uuid4().hex[:8]}", options.wait)
            _report(item, run, about, options)
    return 0


def _report(item: Evaluation, run: Run, about: dict[str, Any], options: argparse.Namespace) -> None:
    table = markdown(HEADER, score_rows(run.scores, item.headline, item.headline_name))
    service_line = f"Everwhen {about['version']}, Neo4j {about['neo4jVersion']}, embedder {about['embedder']}"
    lines = [
        f"{run.records} records, {len(run.rows)} questions; {run.skipped} skipped, whose evidence is not among the "
        f"records; {run.lost} evidence ids of the others are not either. Turns by state: {run.states}.",
        f"Recall seen by the caller: {percentiles(run.latencies, 50, 95)}.",
        f"{service_line}; {conditions()}. Command: `{command()}`.",
    ]
    print(f"\n{item.title}\n\n{table}\n\n" + "\n".join(lines))
    if options.out:
        rows = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in run.rows)
        path: Path = options.out
        path.with_name(f"{path.stem}-{item.name}{path.suffix}").write_text(rows, encoding="utf-8")
    if options.record:
        print(f"written to {write_page(item.name, item.title, [table, *lines])}")
