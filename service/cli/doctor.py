"""`everwhen doctor`."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict
from typing import cast

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from graph_schema.errors import GraphError
from service.cli.checks.finding import Finding, Mark, failed, ok
from service.cli.options import AsJson
from service.cli.output import emit
from service.config import Settings, parse_settings
from service.errors import ConfigurationError, EverwhenError

app = typer.Typer()

_AREAS = ("machine", "embedding", "reading", "database", "web")
_SIGNS = {Mark.OK: "[green]✓[/green]", Mark.WARNING: "[yellow]![/yellow]", Mark.FAILED: "[red]✗[/red]"}

Check = Callable[[Settings], AsyncGenerator[Finding]]


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Check every part and say what to do.

    Ends with 1 when a part does not work.
    """
    with Console(stderr=True).status("Looking at every part …"):
        findings = asyncio.run(examine())
    answer = {
        "ok": all(finding.mark is not Mark.FAILED for finding in findings),
        "findings": [asdict(finding) for finding in findings],
    }
    emit(answer, as_json, lambda console: _show(console, findings))
    if not answer["ok"]:
        raise typer.Exit(1)


async def examine() -> list[Finding]:
    """What is found of every part; no check that fails keeps another from being made."""
    try:
        settings = parse_settings()
    except ConfigurationError as error:
        return [failed("settings", str(error), "correct it in the environment or in .env")]
    findings = [ok("settings", "every value is acceptable")]
    for area in _AREAS:
        try:
            check = cast(Check, importlib.import_module(f"service.cli.checks.{area}").check)
        except ImportError as error:
            findings.append(
                failed(area, f"cannot be looked at ({error})", "install Everwhen again, from its lock file")
            )
            continue
        findings += await _of_area(area, check, settings)
    return findings


async def _of_area(area: str, check: Check, settings: Settings) -> list[Finding]:
    findings: list[Finding] = []
    try:
        async for finding in check(settings):
            findings.append(finding)  # noqa: PERF401 - what was found before a fault is kept
    except (EverwhenError, GraphError) as error:
        findings.append(failed(area, str(error), "see the message"))
    except (OSError, ValueError, LookupError, RuntimeError) as error:
        findings.append(failed(area, f"{type(error).__name__}: {error}", "install Everwhen again, from its lock file"))
    return findings


def _show(console: Console, findings: list[Finding]) -> None:
    made = Table("", "part", "is", "what to do", header_style="bold")
    for finding in findings:
        made.add_row(_SIGNS[finding.mark], escape(finding.part), escape(finding.detail), escape(finding.remedy))
    console.print(made)
