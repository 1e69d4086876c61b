"""The command line `everwhen`; `main` is its entry point."""

from service.cli.root import main

__all__ = ["main"]
