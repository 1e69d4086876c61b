"""The running Everwhen service: configuration, ingestion, recall, GraphQL, HTTP and command line."""

import os

os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
"""Graphiti reads this when imported, and reports usage unless it is set: so it is set before anything of ours runs."""
