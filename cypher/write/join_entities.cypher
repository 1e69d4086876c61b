// purpose: Say from now on that entities are one, or no longer are; a pair of them put aside for a decision is decided.
// mode: write
// params: ended LIST<MAP>, begun LIST<MAP>, entities LIST<STRING>, operation STRING, now DATETIME
// returns: joined INTEGER
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $ended AS row
  MATCH (m:Entity {uuid: row.member})-[s:SAME_AS]->(r:Entity {uuid: row.root})
  WHERE s.status = 'merged' AND s.expired_at = datetime('9999-12-31T00:00:00Z')
  SET s.expired_at = $now
}
CALL () {
  UNWIND $begun AS row
  MATCH (m:Entity {uuid: row.member})
  MATCH (r:Entity {uuid: row.root})
  CREATE (m)-[s:SAME_AS]->(r)
  SET s.uuid = row.uuid, s.group_id = m.group_id, s.status = 'merged', s.stage = 'merged', s.score = 1.0,
      s.created_at = $now, s.expired_at = datetime('9999-12-31T00:00:00Z'), s.operation = $operation
}
CALL () {
  UNWIND $entities AS uuid
  MATCH (a:Entity {uuid: uuid})-[s:SAME_AS]->(b:Entity)
  WHERE s.status = 'pending' AND b.uuid IN $entities
  SET s.status = 'accepted', s.expired_at = $now
}
RETURN size($begun) AS joined
