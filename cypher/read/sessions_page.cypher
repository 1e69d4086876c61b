// purpose: A page of the sessions of groups, that with the latest turn first.
// mode: read
// params: group_ids LIST<STRING>, since DATETIME, until DATETIME, after_at DATETIME, after_uuid STRING, most INTEGER
// returns: session MAP, turns INTEGER, tokens INTEGER
// timeout: 30s
CYPHER 25
UNWIND $group_ids AS group_id
CALL (group_id) {
  MATCH (s:Session {group_id: group_id})
  USING INDEX s:Session(group_id, last_at)
  WHERE s.last_at <= $after_at AND s.last_at >= $since AND s.last_at < $until
    AND (s.last_at < $after_at OR s.uuid > $after_uuid)
  WITH s
  // Ordered as its index is, which is then read in order and left early.
  ORDER BY s.group_id DESC, s.last_at DESC, s.uuid
  LIMIT $most
  RETURN s
}
WITH s
ORDER BY s.last_at DESC, s.uuid
LIMIT $most
CALL (s) {
  MATCH (s)-[:HAS_EPISODE]->(e:Episode)
  WHERE NOT EXISTS { (:Episode)-[:REVISES]->(e) }
  RETURN count(e) AS turns, coalesce(sum(e.token_count), 0) AS tokens
}
RETURN s {.uuid, .group_id, .session_id, .started_at, .last_at} AS session, turns, tokens
ORDER BY session.last_at DESC, session.uuid
