// purpose: Entities that go by any of the given folded names, each as the one it was merged into at the time of knowledge.
// mode: read
// params: name_keys LIST<STRING>, known_at DATETIME, believed_at DATETIME
// returns: entity MAP
// timeout: 30s
CYPHER 25
UNWIND $name_keys AS name_key
MATCH (:EntityName {name_key: name_key})-[:NAMES]->(e:Entity)
WITH DISTINCT e
OPTIONAL MATCH (e)-[s:SAME_AS]->(r:Entity)
WHERE s.status = 'merged' AND s.created_at <= $known_at AND s.expired_at > $believed_at
WITH DISTINCT coalesce(r, e) AS e
RETURN e {.*, embedding: null, members: COLLECT {
  MATCH (e)<-[s:SAME_AS]-(m:Entity)
  WHERE s.status = 'merged' AND s.created_at <= $known_at AND s.expired_at > $believed_at
  RETURN m {.uuid, .name, .aliases, .mention_count}
  ORDER BY m.created_at, m.uuid
}} AS entity
ORDER BY e.created_at, e.uuid
