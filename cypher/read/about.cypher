// purpose: Which migration the graph is at, and which embedding model wrote its vectors.
// mode: read
// params: none
// returns: schema_version STRING, embedding_model STRING, dimensions INTEGER
// timeout: 30s
// scan: a handful of bookkeeping nodes in the whole database
CYPHER 25
OPTIONAL MATCH (schema:EverwhenSchema {name: 'everwhen'})
RETURN head(COLLECT {
    MATCH (m:__Neo4jMigration)
    WHERE m.version <> 'BASELINE'
    RETURN m.version
    ORDER BY m.version DESC
    LIMIT 1
  }) AS schema_version,
  schema.embedding_model AS embedding_model,
  schema.dimensions AS dimensions
