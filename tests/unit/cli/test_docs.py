import json
import re
from pathlib import Path
from typing import Any

import typer

from service.cli.root import COMMANDS, build_app
from service.cli.target import Target
from service.config import Settings
from service.importers import Format

DOCS = Path(__file__).parents[3] / "docs"
CLI = (DOCS / "cli.md").read_text(encoding="utf-8")
IMPORTING = (DOCS / "importing.md").read_text(encoding="utf-8")


def options(command: Any) -> list[str]:
    named = [max(parameter.opts, key=len) for parameter in command.params if parameter.opts[0].startswith("-")]
    return [name for name in named if name != "--help"]


def test_every_command_and_option_is_described() -> None:
    group = typer.main.get_command(build_app([name for name in COMMANDS if name != "db"]))
    for name in COMMANDS:
        assert f"everwhen {name}" in CLI, name
    for name, command in group.commands.items():
        if name == "db":
            continue
        for leaf in getattr(command, "commands", {"": command}).values():
            for option in options(leaf):
                assert f"`{option}`" in CLI + IMPORTING, f"{name} {option}"


def test_no_option_is_described_that_does_not_exist() -> None:
    group = typer.main.get_command(build_app([name for name in COMMANDS if name != "db"]))
    leaves = [
        leaf for command in group.commands.values() for leaf in getattr(command, "commands", {"": command}).values()
    ]
    known = {option for leaf in leaves for parameter in leaf.params for option in parameter.opts} | {
        "--help",
        "--debug",
    }
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", CLI + IMPORTING)) <= known


def test_the_simple_profile_is_accepted(monkeypatch: Any, tmp_path: Path) -> None:
    (profile,) = re.findall(r"```\n(EVERWHEN_.*?)```", CLI, re.DOTALL)
    assert len(profile.strip().splitlines()) == 5
    names = {field.lower() for field in re.findall(r"EVERWHEN_(\w+)=", profile)}
    assert names <= set(Settings.model_fields) | set(Target.model_fields)
    (tmp_path / ".env").write_text(profile, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert Settings().time_zone == "Europe/Berlin"
    assert Target().group == "me"


def test_every_setting_of_the_commands_is_described() -> None:
    for name in Target.model_fields:
        assert f"EVERWHEN_{name.upper()}`" in CLI


def test_examples_are_json_and_every_format_is_described() -> None:
    for text in re.findall(r"```json\n(.*?)```", CLI + IMPORTING, re.DOTALL):
        for line in text.strip().splitlines():
            json.loads(line)
    assert all(f"`{form}`" in IMPORTING for form in Format)
