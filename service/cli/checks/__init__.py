"""What `everwhen doctor` looks at, a module for each area; each has `check(settings)`, which yields findings."""
