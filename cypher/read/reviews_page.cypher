// purpose: A page of the pairs of entities that wait for a decision, oldest first.
// mode: read
// params: group_ids LIST<STRING>, after_at DATETIME, after_uuid STRING, most INTEGER
// returns: review MAP, entity MAP, other MAP
// timeout: 30s
CYPHER 25
UNWIND $group_ids AS group_id
CALL (group_id) {
  MATCH (a:Entity)-[s:SAME_AS {group_id: group_id, status: 'pending'}]->(b:Entity)
  WHERE s.created_at >= $after_at AND (s.created_at > $after_at OR s.uuid > $after_uuid)
  WITH s, a, b
  ORDER BY s.created_at, s.uuid
  LIMIT $most
  RETURN s, a, b
}
RETURN s {.uuid, .group_id, .stage, .score, .created_at} AS review, a {.*, embedding: null} AS entity,
  b {.*, embedding: null} AS other
ORDER BY s.created_at, s.uuid
LIMIT $most
