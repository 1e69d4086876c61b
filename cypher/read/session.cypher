// purpose: A session with what was said in it, its summaries that no other summary stands for, its roll-up and its edited state.
// mode: read
// params: session_key STRING
// returns: session MAP, turns INTEGER, tokens INTEGER, summaries LIST<MAP>, roll_up MAP
// timeout: 30s
CYPHER 25
MATCH (s:Session {session_key: $session_key})
CALL (s) {
  MATCH (s)-[:HAS_EPISODE]->(e:Episode)
  WHERE NOT EXISTS { (:Episode)-[:REVISES]->(e) }
  RETURN count(e) AS turns, coalesce(sum(e.token_count), 0) AS tokens
}
RETURN s {.*} AS session, turns, tokens, COLLECT {
  MATCH (s)-[:HAS_SUMMARY]->(m:Summary)
  WHERE m.level > 0 AND NOT EXISTS { (:Summary)-[:SUMMARISES]->(m) }
  RETURN m {.*}
  ORDER BY m.order_key
} AS summaries, head(COLLECT {
  MATCH (s)-[:HAS_SUMMARY]->(m:Summary)
  WHERE m.level = 0 AND m.expired_at = datetime('9999-12-31T00:00:00Z')
  RETURN m {.*}
}) AS roll_up
