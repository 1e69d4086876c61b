"""The root command: a table of commands, each of whose modules is imported only when it is called."""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from service.errors import ConfigurationError, Conflict, EverwhenError, InvalidInput


@dataclass(frozen=True, slots=True)
class Command:
    """One entry of the help page.

    Attributes:
        module: module of `service.cli` whose `app` holds the command.
        group: whether the command has subcommands.
        computes: whether it loads models, so that threads are limited before they are.
    """

    module: str
    help: str
    panel: str
    group: bool = False
    computes: bool = False


COMMANDS: dict[str, Command] = {
    "demo": Command("demo", "Run the whole service once on the example conversations.", "Service", computes=True),
    "serve": Command("serve", "Run the service until it is told to stop.", "Service", computes=True),
    "mcp": Command("mcp", "MCP over standard input and output; hosts' files.", "Service", group=True, computes=True),
    "db": Command("db", "The local Neo4j: start, stop, look at and reset it.", "Service", group=True),
    "doctor": Command("doctor", "Check every part and say what to do.", "Service", computes=True),
    "info": Command("info", "State of the service, and what it holds.", "Service"),
    "version": Command("version", "Version of Everwhen.", "Service"),
    "remember": Command("remember", "Store one turn.", "Memory"),
    "import": Command("import_chat", "Import whole conversations and documents from files.", "Memory", group=True),
    "extract": Command("extract", "Show what would be read out of turns; nothing is stored.", "Memory", computes=True),
    "recall": Command("recall", "Ask the memory a question.", "Memory"),
    "context": Command("context", "What to put in front of a model.", "Memory"),
    "session": Command("session", "A session, and the state of its task.", "Memory", group=True),
    "facts": Command("lists", "List facts, true now by default.", "Memory"),
    "entities": Command("lists", "List entities.", "Memory"),
    "episodes": Command("lists", "List turns, oldest first.", "Memory"),
    "history": Command("explain", "Every fact that ever stood for an entity.", "Memory"),
    "timeline": Command("moments", "What changed about an entity, earliest first.", "Memory"),
    "graph": Command("moments", "Who and what entities relate to, at a moment.", "Memory"),
    "sessions": Command("moments", "List sessions, that with the latest turn first.", "Memory"),
    "explain": Command("explain", "Why something is remembered.", "Memory"),
    "operations": Command("lists", "List changes, newest first.", "Change"),
    "merge": Command("entities", "Say that entities are one from now on.", "Change"),
    "split": Command(
        "entities", "Say that merged entities are not one after all, or that some turns mean another.", "Change"
    ),
    "alias": Command("entities", "Give an entity one more name.", "Change"),
    "reviews": Command(
        "entities", "List pairs of entities that may be one, and of facts that contradict each other.", "Change"
    ),
    "review": Command(
        "entities", "Decide about two entities that may be one, or two facts that contradict each other.", "Change"
    ),
    "vocabulary": Command("vocabulary", "A group's own entity types and predicates.", "Change", group=True),
    "settings": Command("settings", "What a group sets for itself.", "Change", group=True),
    "retry": Command("change", "Put parked turns back in the queue.", "Change"),
    "reextract": Command("change", "Read turns again with the present extractors.", "Change"),
    "feedback": Command("change", "Say what a recalled memory was worth: it lives longer, or fades sooner.", "Change"),
    "jobs": Command("jobs", "What looks after the memory by itself.", "Change", group=True),
    "undo": Command("change", "Undo an operation.", "Change"),
}


def build_app(arguments: Sequence[str]) -> typer.Typer:
    """The application: the real command for each one named in `arguments`, a help line for the others."""
    app = typer.Typer(
        name="everwhen", add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, callback=_root
    )
    loaded: set[str] = set()
    for name, command in COMMANDS.items():
        if name not in arguments:
            app.command(name, help=command.help, rich_help_panel=command.panel)(_placeholder)
        elif command.module not in loaded:
            loaded.add(command.module)
            if command.computes:
                importlib.import_module("service.adapters.threads").limit_threads()
            module = importlib.import_module(f"service.cli.{command.module}")
            app.add_typer(module.app, name=name if command.group else None)
    return app


def main() -> None:
    """Runs the command line; ends the process with 0, 1 (the environment fails) or 2 (bad usage or input)."""
    arguments = sys.argv[1:]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    debug = "--debug" in arguments
    if not debug:
        sys.excepthook = _one_line
    try:
        build_app(arguments)(args=[item for item in arguments if item != "--debug"], prog_name="everwhen")
    except EverwhenError as error:
        if debug:
            raise
        complain(str(error))
        sys.exit(exit_code(error))


def exit_code(error: EverwhenError) -> int:
    """2 where the caller's input is wrong, 1 where the environment is."""
    return 2 if isinstance(error, InvalidInput | Conflict | ConfigurationError) else 1


def complain(message: str) -> None:
    """Prints one red line on standard error."""
    Console(stderr=True, soft_wrap=True, highlight=False).print(Text(f"everwhen: {message}", style="red"))


def _one_line(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    del trace
    complain(f"unexpected {kind.__name__}: {error}; run again with --debug and report what it prints")


def _root(
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks; may stand anywhere.")] = False,
) -> None:
    """Everwhen: a bi-temporal memory for AI agents, on Neo4j."""


def _placeholder() -> None:
    raise AssertionError("a command's help line was called in its place")
