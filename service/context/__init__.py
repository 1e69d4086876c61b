"""Working memory: a session's state, its compression, and the context that is put in front of a model."""
