// purpose: A page of the entities of groups by name, those with the text in a name; merged by the time of knowledge, they are one.
// mode: read
// params: group_ids LIST<STRING>, text STRING, types LIST<STRING>, known_at DATETIME, believed_at DATETIME,
//   seen_at DATETIME, after_name STRING, after_uuid STRING, most INTEGER
// returns: entity MAP
// timeout: 30s
CYPHER 25
UNWIND $group_ids AS group_id
CALL (group_id) {
  MATCH (e:Entity {group_id: group_id})
  WHERE e.identity_key >= $after_name
    AND CASE WHEN e.identity_key > $after_name THEN true ELSE e.uuid > $after_uuid END
    AND (size($types) = 0 OR e.type IN $types)
    AND e.created_at <= $known_at AND e.first_seen_at <= $seen_at
    AND NOT EXISTS {
      MATCH (e)-[s:SAME_AS]->(:Entity)
      WHERE s.status = 'merged' AND s.created_at <= $known_at AND s.expired_at > $believed_at
    }
    AND ($text = '' OR e.identity_key CONTAINS $text OR any(alias IN e.aliases WHERE toLower(alias) CONTAINS $text)
      OR EXISTS {
        MATCH (e)<-[s:SAME_AS]-(m:Entity)
        WHERE s.status = 'merged' AND s.created_at <= $known_at AND s.expired_at > $believed_at
          AND (m.identity_key CONTAINS $text OR any(alias IN m.aliases WHERE toLower(alias) CONTAINS $text))
      })
  WITH e
  // Ordered as its index is, which is then read in order and left early.
  ORDER BY e.group_id, e.identity_key, e.uuid
  LIMIT $most
  RETURN e
}
RETURN e {.*, embedding: null, members: COLLECT {
  MATCH (e)<-[s:SAME_AS]-(m:Entity)
  WHERE s.status = 'merged' AND s.created_at <= $known_at AND s.expired_at > $believed_at
  RETURN m {.uuid, .name, .aliases, .mention_count}
  ORDER BY m.created_at, m.uuid
}} AS entity
ORDER BY e.identity_key, e.uuid
LIMIT $most
