// purpose: The entities with the given uuids, with what was merged into each, and into what it was, at the time of knowledge.
// mode: read
// params: uuids LIST<STRING>, known_at DATETIME, believed_at DATETIME
// returns: entity MAP
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Entity {uuid: uuid})
RETURN e {
  .*,
  embedding: null,
  merged_into: head(COLLECT {
    MATCH (e)-[s:SAME_AS]->(r:Entity)
    WHERE s.status = 'merged' AND s.created_at <= $known_at AND s.expired_at > $believed_at
    RETURN r.uuid
  }),
  members: COLLECT {
    MATCH (e)<-[s:SAME_AS]-(m:Entity)
    WHERE s.status = 'merged' AND s.created_at <= $known_at AND s.expired_at > $believed_at
    RETURN m {.uuid, .name, .aliases, .mention_count}
    ORDER BY m.created_at, m.uuid
  }
} AS entity
