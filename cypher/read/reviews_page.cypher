// purpose: A page of the pairs of entities or facts that wait for a decision, oldest first.
// mode: read
// params: group_ids LIST<STRING>, after_at DATETIME, after_uuid STRING, most INTEGER
// returns: review MAP, entity MAP, other MAP, facts LIST<STRING>
// timeout: 30s
CYPHER 25
UNWIND $group_ids AS group_id
CALL (group_id) {
  MATCH (a:Entity)-[s:SAME_AS {group_id: group_id, status: 'pending'}]->(b:Entity)
  WHERE s.created_at >= $after_at AND (s.created_at > $after_at OR s.uuid > $after_uuid)
  WITH s, a, b
  ORDER BY s.created_at, s.uuid
  LIMIT $most
  RETURN s {.uuid, .group_id, .stage, .score, .created_at, kind: 'entities'} AS review, a {.*, embedding: null} AS entity,
    b {.*, embedding: null} AS other, [] AS facts
  UNION ALL
  MATCH (a:Fact)-[r:CONTRADICTS {group_id: group_id, expired_at: datetime('9999-12-31T00:00:00Z')}]->(b:Fact)
  WHERE r.created_at >= $after_at AND (r.created_at > $after_at OR r.uuid > $after_uuid)
  WITH r, a, b
  ORDER BY r.created_at, r.uuid
  LIMIT $most
  RETURN r {.uuid, .group_id, .created_at, stage: r.reason, score: 0.5, kind: 'facts'} AS review, null AS entity, null AS other,
    [a.uuid, b.uuid] AS facts
}
RETURN review, entity, other, facts
ORDER BY review.created_at, review.uuid
LIMIT $most
