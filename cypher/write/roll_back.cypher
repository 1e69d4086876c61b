// purpose: Take one operation's changes to what is believed in slots out of the graph, as if it had never been done.
// mode: write
// params: rows LIST<MAP>, slots LIST<STRING>, operation STRING, at DATETIME
// returns: slots INTEGER
// timeout: 60s
CYPHER 25
CALL () {
  UNWIND $rows AS row
  MATCH (a:Assertion {key: row.key})
  SET a.claim = row.claim, a.slot = row.slot, a.value_key = row.value_key
}
CALL () {
  UNWIND $slots AS slot
  MATCH (f:Fact {slot: slot})-[:HAS_VERSION]->(v:FactVersion)
  USING INDEX f:Fact(slot)
  WHERE v.operation = $operation
  CALL (v) {
    MATCH (:Entity)-[r:RELATES_TO {uuid: v.uuid}]->(:Entity)
    DELETE r
  }
  DETACH DELETE v
}
CALL () {
  UNWIND $slots AS slot
  MATCH (f:Fact {slot: slot})-[:HAS_VERSION]->(v:FactVersion)
  USING INDEX f:Fact(slot)
  WHERE v.expired_by = $operation
  SET v.expired_at = datetime('9999-12-31T00:00:00Z'), v.expired_by = null
}
CALL () {
  UNWIND $slots AS slot
  MATCH (f:Fact {slot: slot})-[r:SUPERSEDES|CONTRADICTS|SUPPORTED_BY|DERIVED_FROM]->()
  USING INDEX f:Fact(slot)
  WHERE r.created_at = $at
  DELETE r
}
CALL () {
  UNWIND $slots AS slot
  MATCH (f:Fact {slot: slot})-[r:SUPERSEDES|CONTRADICTS|SUPPORTED_BY|DERIVED_FROM]->()
  USING INDEX f:Fact(slot)
  WHERE r.expired_at = $at
  SET r.expired_at = datetime('9999-12-31T00:00:00Z')
}
CALL () {
  UNWIND $slots AS slot
  MATCH (f:Fact {slot: slot})
  WHERE f.created_at = $at
  DETACH DELETE f
}
RETURN size($slots) AS slots
