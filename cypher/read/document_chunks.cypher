// purpose: The latest episode of every chunk that a document has or had, by the beginning of their external ids.
// mode: read
// params: group_id STRING, prefix STRING
// returns: episode MAP
// timeout: 30s
CYPHER 25
MATCH (e:Episode)
USING INDEX e:Episode(group_id, external_id)
WHERE e.group_id = $group_id AND e.external_id STARTS WITH $prefix
  AND e.source = 'document' AND NOT EXISTS { (:Episode)-[:REVISES]->(e) }
RETURN e {.*, embedding: null} AS episode
