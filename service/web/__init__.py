"""HTTP: the Starlette application with GraphQL, GraphiQL and health, and what guards them."""
