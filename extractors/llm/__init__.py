"""An extractor over any OpenAI-compatible chat endpoint; see docs/extraction.md, "With a language model"."""
