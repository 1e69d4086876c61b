// purpose: Take the summaries that an operation wrote away, and let those hold again that they took the place of.
// mode: write
// params: summarised LIST<STRING>, operation STRING
// returns: restored INTEGER
// timeout: 60s
CYPHER 25
CALL () {
  MATCH (m:Summary {operation: $operation})
  DETACH DELETE m
}
CALL () {
  UNWIND $summarised AS uuid
  CALL (uuid) {
    MATCH (:Entity {uuid: uuid})-[:HAS_SUMMARY]->(m:Summary)
    RETURN m
    UNION ALL
    MATCH (:Session {uuid: uuid})-[:HAS_SUMMARY]->(m:Summary)
    RETURN m
  }
  WITH m
  WHERE m.expired_by = $operation
  SET m.expired_at = datetime('9999-12-31T00:00:00Z'), m.expired_by = null
}
UNWIND $summarised AS uuid
MATCH (e:Entity {uuid: uuid})
SET e.summary = head(COLLECT {
  MATCH (e)-[:HAS_SUMMARY]->(m:Summary)
  WHERE m.expired_at = datetime('9999-12-31T00:00:00Z')
  RETURN m.content
})
RETURN count(e) AS restored
