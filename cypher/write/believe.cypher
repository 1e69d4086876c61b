// purpose: End versions that are no longer right, add new ones, and bring the facts they belong to up to date.
// mode: write
// params: expired LIST<STRING>, added LIST<MAP>, facts LIST<MAP>, operation STRING, now DATETIME
// returns: changed INTEGER
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $expired AS uuid
  MATCH (v:FactVersion {uuid: uuid})
  SET v.expired_at = $now, v.expired_by = $operation
}
CALL () {
  UNWIND $added AS row
  MATCH (f:Fact {fact_id: row.fact_id})
  CREATE (f)-[:HAS_VERSION]->(v:FactVersion)
  SET v = row, v.group_id = f.group_id, v.created_at = $now,
      v.expired_at = datetime('9999-12-31T00:00:00Z'), v.operation = $operation
}
CALL () {
  UNWIND $facts AS row
  MATCH (f:Fact {fact_id: row.fact_id})
  SET f += row.properties
  WITH f, row
  WHERE row.embedding IS NOT NULL
  SET f.embedding = toFloatList(row.embedding)
}
CALL () {
  UNWIND $facts AS row
  MATCH (f:Fact {fact_id: row.fact_id})
  OPTIONAL MATCH (f)-[:HAS_VERSION]->(v:FactVersion)
  WHERE v.expired_at = datetime('9999-12-31T00:00:00Z')
  WITH f, min(v.valid_at) AS valid_at, max(v.invalid_at) AS invalid_at
  SET f.valid_at = coalesce(valid_at, f.valid_at),
      f.invalid_at = coalesce(invalid_at, f.invalid_at),
      f.expired_at = CASE
        WHEN valid_at IS NOT NULL THEN datetime('9999-12-31T00:00:00Z')
        WHEN f.expired_at = datetime('9999-12-31T00:00:00Z') THEN $now
        ELSE f.expired_at
      END
}
RETURN size($expired) + size($added) AS changed
