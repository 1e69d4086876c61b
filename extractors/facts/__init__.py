"""Statements become fact candidates: English by dependency rules, Chinese by patterns, tool output by its keys."""
