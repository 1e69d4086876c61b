// purpose: Take the summaries of an operation away, so that the turns they stood for are as they were.
// mode: write
// params: operation STRING
// returns: none
// timeout: 60s
CYPHER 25
MATCH (m:Summary {operation: $operation})
CALL (m) {
  MATCH (m)-[:SUMMARISES]->(e:Episode)
  WHERE e.tier = 'cold'
  SET e.tier = 'hot', e.group_token = substring(e.group_token, 1), e.archived_at = null
}
DETACH DELETE m
