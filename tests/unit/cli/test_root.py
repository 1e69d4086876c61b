import inspect
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import typer

from service.cli import root
from service.cli.root import COMMANDS, build_app, exit_code
from service.errors import ConfigurationError, Conflict, DatabaseUnavailable, InvalidInput, UnknownId

HEAVY = ["numpy", "spacy", "neo4j", "pydantic", "httpx", "strawberry", "starlette", "uvicorn", "openai"]


def leaves(app: typer.Typer, names: list[str]) -> dict[str, Any]:
    """The commands of an application by their full names."""
    group = typer.main.get_command(app)
    found: dict[str, Any] = {}
    for name in names:
        command = group.commands[name]
        for sub, leaf in getattr(command, "commands", {"": command}).items():
            found[f"{name} {sub}".strip()] = leaf
    return found


def test_every_command_loads_under_the_help_that_the_root_shows() -> None:
    app = build_app(list(COMMANDS))
    group = typer.main.get_command(app)
    assert set(group.commands) == set(COMMANDS)
    for name, entry in COMMANDS.items():
        shown = inspect.cleandoc(group.commands[name].help or "").splitlines()[0]
        assert shown == entry.help, name


def test_every_command_of_ours_has_json() -> None:
    for name, command in leaves(build_app(list(COMMANDS)), [name for name in COMMANDS if name != "db"]).items():
        assert any("--json" in parameter.opts for parameter in command.params), name


def test_the_help_page_loads_nothing_heavy() -> None:
    code = (
        "import sys, typer; from service.cli.root import build_app; typer.main.get_command(build_app(['--help']));"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.strip() == "[]"


def test_the_help_page_lists_every_command(everwhen: Callable[..., Any]) -> None:
    ran = everwhen("--help")
    assert ran.code == 0
    for name, entry in COMMANDS.items():
        assert name in ran.out and entry.help in ran.out


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["recall"], ["recall", "x", "--limit", "many"]])
def test_bad_usage_ends_with_2(everwhen: Callable[..., Any], arguments: list[str]) -> None:
    assert everwhen(*arguments).code == 2


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InvalidInput("f", "p", "a"), 2),
        (UnknownId("f", "v"), 2),
        (Conflict("f", "m"), 2),
        (ConfigurationError("m"), 2),
        (DatabaseUnavailable("m"), 1),
    ],
)
def test_exit_codes(error: Any, code: int) -> None:
    assert exit_code(error) == code


def test_an_error_is_one_line_and_a_traceback_only_with_debug(everwhen: Callable[..., Any]) -> None:
    ran = everwhen("recall", "x", "--as-of", "yesterday")
    assert ran.code == 2
    assert ran.out == ""
    (line,) = ran.err.strip().splitlines()
    assert line.startswith("everwhen: --as-of:") and "ISO 8601" in line
    with pytest.raises(InvalidInput):
        everwhen("--debug", "recall", "x", "--as-of", "yesterday")


def test_an_unexpected_error_is_one_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    error = RuntimeError("a defect")
    root._one_line(RuntimeError, error, None)
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert "RuntimeError: a defect" in line and "--debug" in line


def test_version(everwhen: Callable[..., Any]) -> None:
    assert set(everwhen("version", "--json").json) == {"everwhen", "python"}
    assert everwhen("version").out.startswith("everwhen ")
