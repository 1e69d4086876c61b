"""Finds time expressions and what they mean from the turn's point of view."""
