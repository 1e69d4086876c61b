// purpose: The facts of a group with all their own properties and their versions.
// mode: read
// params: group_id STRING
// returns: uuid STRING, object STRING, fact MAP, versions LIST<MAP>
// timeout: 10s
CYPHER 25
MATCH (f:Fact {group_id: $group_id})
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
CALL (f) {
  MATCH (f)-[:HAS_VERSION]->(v:FactVersion)
  WITH v ORDER BY v.created_at, v.valid_at
  RETURN collect(v {.*}) AS versions
}
RETURN f.uuid AS uuid, coalesce(o.name, f.value) AS object, f {.*, embedding: null} AS fact, versions
ORDER BY uuid
