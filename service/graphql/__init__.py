"""The GraphQL schema: public types over the facade's contract, and nothing of how memories are kept."""
