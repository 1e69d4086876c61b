"""Writes the schema as SDL: `python -m service.graphql.export`."""

from __future__ import annotations

from pathlib import Path

from graphql import lexicographic_sort_schema, print_schema

from service.graphql.schema import schema

SDL_FILE = Path(__file__).with_name("schema.graphql")


def sdl() -> str:
    """The schema, sorted so that a diff shows what changed."""
    return print_schema(lexicographic_sort_schema(schema.graphql)) + "\n"


if __name__ == "__main__":
    SDL_FILE.write_text(sdl(), encoding="utf-8")
