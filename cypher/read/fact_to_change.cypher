// purpose: The fact an operation is about, by uuid or fact id, with its live assertions.
// mode: read
// params: group_id STRING, fact STRING
// returns: uuid STRING, pinned BOOLEAN, assertions LIST<STRING>
// timeout: 30s
CYPHER 25
CALL () {
  MATCH (f:Fact {uuid: $fact})
  RETURN f
  UNION
  MATCH (f:Fact {fact_id: $fact})
  RETURN f
}
WITH f
WHERE f.group_id = $group_id
CALL (f) {
  MATCH (f)-[:SUPPORTED_BY]->(a:Assertion)
  WHERE a.retired_at = datetime('9999-12-31T00:00:00Z') AND a.claim = f.fact_id
  RETURN collect(a.key) AS assertions
}
RETURN f.uuid AS uuid, f.pinned AS pinned, assertions
