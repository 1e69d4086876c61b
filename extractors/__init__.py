"""From text to candidate mentions, times and facts, by a declared pipeline."""
