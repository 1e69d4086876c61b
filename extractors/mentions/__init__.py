"""Finds the places in a text that name entities."""
