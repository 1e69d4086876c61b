"""Documents as episodes: parsed to plain text with a map to the original, cut into chunks, kept in step with edits."""
