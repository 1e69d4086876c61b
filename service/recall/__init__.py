"""From a question to the turns and facts that answer it."""
