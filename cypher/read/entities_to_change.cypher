// purpose: Entities of a group that a change of identity is about, with whom each is merged into and whom into it.
// mode: read
// params: group_id STRING, uuids LIST<STRING>
// returns: uuid STRING, name STRING, type STRING, mention_count INTEGER, created_at DATETIME, root STRING,
//   members LIST<STRING>
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Entity {uuid: uuid})
WHERE e.group_id = $group_id
RETURN e.uuid AS uuid, e.name AS name, e.type AS type, e.mention_count AS mention_count, e.created_at AS created_at,
  coalesce(head(COLLECT {
    MATCH (e)-[s:SAME_AS]->(r:Entity)
    WHERE s.status = 'merged' AND s.expired_at = datetime('9999-12-31T00:00:00Z')
    RETURN r.uuid
  }), e.uuid) AS root,
  COLLECT {
    MATCH (e)<-[s:SAME_AS]-(m:Entity)
    WHERE s.status = 'merged' AND s.expired_at = datetime('9999-12-31T00:00:00Z')
    RETURN m.uuid
    ORDER BY m.uuid
  } AS members
