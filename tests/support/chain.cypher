// purpose: The turns of a session in the order of NEXT_EPISODE.
// mode: read
// params: group_id STRING, session_id STRING
// returns: before STRING, after STRING
// timeout: 10s
CYPHER 25
MATCH (s:Session {group_id: $group_id})-[:HAS_EPISODE]->(a:Episode)
WHERE s.session_id = $session_id
MATCH (a)-[:NEXT_EPISODE]->(b:Episode)
RETURN a.content AS before, b.content AS after
ORDER BY a.order_key
