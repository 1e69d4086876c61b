// purpose: The last turns of a session that are not archived and not edited since, latest first.
// mode: read
// params: session_key STRING, most INTEGER
// returns: episode MAP
// timeout: 30s
CYPHER 25
MATCH (e:Episode)
WHERE e.order_key >= $session_key AND e.order_key < $session_key + '~' AND e.tier = 'hot'
  AND NOT EXISTS { (:Episode)-[:REVISES]->(e) }
RETURN e {.*, embedding: null} AS episode
ORDER BY e.order_key DESC
LIMIT $most
