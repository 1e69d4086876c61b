"""The read side: facts, entities, turns, history, explanations, operations and the state of the service."""
