"""Evaluations and benchmarks, each one command: `python -m bench NAME`."""
