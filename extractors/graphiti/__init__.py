"""graphiti-core's own extraction as one more extractor; see docs/extraction.md, "With Graphiti's extraction"."""
