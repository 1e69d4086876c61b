"""From an accepted turn to facts: storing, leasing, reading, committing."""
