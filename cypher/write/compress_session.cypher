// purpose: Put summaries in the place of a session's turns, which go to the cold tier, or of earlier summaries.
// mode: write
// params: session_key STRING, summaries LIST<MAP>, operation STRING, now DATETIME
// returns: summaries INTEGER
// timeout: 60s
CYPHER 25
UNWIND $summaries AS row
MATCH (s:Session {session_key: $session_key})
CREATE (s)-[:HAS_SUMMARY]->(m:Summary)
SET m = row.properties, m.operation = $operation, m.created_at = $now
WITH m, row
CALL (m, row) {
  UNWIND row.turns AS uuid
  MATCH (e:Episode {uuid: uuid})
  WHERE e.tier = 'hot'
  CREATE (m)-[:SUMMARISES]->(e)
  SET e.tier = 'cold', e.group_token = 'c' + e.group_token, e.archived_at = $now
}
CALL (m, row) {
  UNWIND row.summaries AS uuid
  MATCH (x:Summary {uuid: uuid})
  CREATE (m)-[:SUMMARISES]->(x)
}
RETURN count(m) AS summaries
