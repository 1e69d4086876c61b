// purpose: Put new roll-ups of sessions, part by part with the turns they rest on, in the place of earlier ones.
// mode: write
// params: rows LIST<MAP>, operation STRING, now DATETIME
// returns: written INTEGER
// timeout: 60s
CYPHER 25
CALL () {
  UNWIND $rows AS row
  MATCH (s:Session {uuid: row.session})-[:HAS_SUMMARY]->(m:Summary)
  WHERE m.level = 0 AND m.expired_at = datetime('9999-12-31T00:00:00Z')
  SET m.expired_at = $now, m.expired_by = $operation
}
CALL () {
  UNWIND $rows AS row
  MATCH (s:Session {uuid: row.session})
  WHERE size(row.parts) > 0
  CREATE (s)-[:HAS_SUMMARY]->(m:Summary)
  SET m = row.properties, m.group_id = s.group_id, m.operation = $operation, m.created_at = $now,
    m.expired_at = datetime('9999-12-31T00:00:00Z')
  WITH m, row
  UNWIND row.parts AS part
  MATCH (e:Episode {uuid: part.episode})
  CREATE (m)-[x:SUMMARISES]->(e)
  SET x.sentence = part.sentence, x.rank = part.rank, x.key = part.key
}
RETURN size($rows) AS written
