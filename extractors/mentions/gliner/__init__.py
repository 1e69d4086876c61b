"""Names in any language by a GLiNER model, where one is installed and named in the settings."""
