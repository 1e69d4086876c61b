"""The bi-temporal graph: domain model, predicate catalogue, migrations, named Cypher and the store that runs it."""
