"""`everwhen version`."""

from __future__ import annotations

import importlib.metadata
import platform
import tomllib
from pathlib import Path

import typer
from rich.console import Console

from service.cli.options import AsJson
from service.cli.output import emit

app = typer.Typer()


@app.command()
def version(as_json: AsJson = False) -> None:
    """Version of Everwhen."""
    answer = {"everwhen": installed_version(), "python": platform.python_version()}

    def show(console: Console) -> None:
        console.print(f"everwhen {answer['everwhen']} on Python {answer['python']}", highlight=False)

    emit(answer, as_json, show)


def installed_version() -> str:
    """Version of the installed distribution, or of the source tree this runs from."""
    try:
        return importlib.metadata.version("everwhen")
    except importlib.metadata.PackageNotFoundError:
        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
