"""How the demo's findings look on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from service.cli.demo_play import Answered, Report, Told
from service.cli.output import Row, day, entity_table, fact_table, quotes, validity

_MOST = 14


def show(console: Console, report: Report) -> None:
    """Prints everything the report holds."""
    for told in report.conversations:
        _told(console, told)
    console.rule("Three questions")
    for answer in report.answers:
        _answer(console, answer)
    console.rule("One question, as of two dates")
    for answer in report.then_and_now:
        _answer(console, answer, most=1)
    console.rule("Look around")
    for name, address in report.addresses.items():
        console.print(f"{name}: {address or 'of your own server'}", soft_wrap=True, highlight=False)
    for problem in report.problems:
        console.print(f"✗ {escape(problem)}", style="red", soft_wrap=True)
    if not report.problems:
        console.print("✓ Everything that should be remembered is.", style="green")


def _told(console: Console, told: Told) -> None:
    console.rule(f"{told.language} conversation (group {told.group})")
    states = ", ".join(f"{count} {state}" for state, count in told.states.items())
    console.print(f"{told.stored} turns stored, {told.duplicates} known already; {states}", highlight=False)
    console.print(entity_table(_most(told.entities, console, "entities"), "Entities"))
    console.print(fact_table(_most(told.facts, console, "facts"), "Facts true now"))
    for fact in told.superseded[:1]:
        by = fact["supersededBy"][0]
        console.print("Superseded:", style="bold")
        console.print(f"  {escape(fact['text'])}  ({validity(fact)})", soft_wrap=True, highlight=False)
        console.print(f"  by: {escape(by['text'])}", soft_wrap=True, highlight=False)
        console.print(f"  rule {escape(by['rule'])}: {escape(by['reason'])}", soft_wrap=True, highlight=False)


def _most(items: list[Row], console: Console, name: str) -> list[Row]:
    if len(items) > _MOST:
        console.print(f"{len(items)} {name}; the first {_MOST}:", highlight=False)
    return items[:_MOST]


def _answer(console: Console, answer: Answered, most: int = 2) -> None:
    as_of = f"  (as of {answer.as_of[:10]})" if answer.as_of else ""
    console.print(f"? {answer.question}{as_of}", style="bold", markup=False)
    for hit in answer.hits[:most]:
        console.print(f"  {hit['text']}", markup=False, highlight=False)
        if hit["fact"]:
            console.print(
                f"    {hit['status'].lower()}, {validity(hit['fact'])}, said: {quotes(hit['fact'], 1)}", markup=False
            )
        elif hit["episode"]:
            episode = hit["episode"]
            who = episode["actor"] or episode["role"].lower()
            console.print(f"    said by {who} on {day(episode['validAt'])}: “{episode['content']}”", markup=False)
