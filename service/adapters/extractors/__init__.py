"""The extractors that the settings name."""
