// purpose: Facts that may say the same, with what decides about that.
// mode: read
// params: uuids LIST<STRING>
// returns: uuid STRING, fact_id STRING, slot STRING, created_at DATETIME, value_key STRING, occurrence STRING, single BOOLEAN,
//   embedding LIST<FLOAT>, mentions INTEGER
// timeout: 60s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (f:Fact {uuid: uuid})
WHERE f.expired_at = datetime('9999-12-31T00:00:00Z') AND f.embedding IS NOT NULL
CALL (f) {
  MATCH (a:Assertion {claim: f.fact_id})
  RETURN a
  ORDER BY a.key
  LIMIT 1
}
RETURN f.uuid AS uuid, f.fact_id AS fact_id, f.slot AS slot, f.created_at AS created_at, a.value_key AS value_key,
  a.occurrence AS occurrence, a.single AS single, f.embedding AS embedding, f.mention_count AS mentions
