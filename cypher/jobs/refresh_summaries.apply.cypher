// purpose: Put new summaries of entities, sentence by sentence with the facts they rest on, in the place of earlier ones.
// mode: write
// params: rows LIST<MAP>, operation STRING, now DATETIME
// returns: written INTEGER
// timeout: 60s
CYPHER 25
CALL () {
  UNWIND $rows AS row
  MATCH (e:Entity {uuid: row.uuid})
  SET e.summary = row.content
  WITH e
  MATCH (e)-[:HAS_SUMMARY]->(m:Summary)
  WHERE m.expired_at = datetime('9999-12-31T00:00:00Z')
  SET m.expired_at = $now, m.expired_by = $operation
}
CALL () {
  UNWIND $rows AS row
  WITH row
  WHERE row.content IS NOT NULL
  MATCH (e:Entity {uuid: row.uuid})
  CREATE (e)-[:HAS_SUMMARY]->(m:Summary)
  SET m = row.properties, m.group_id = e.group_id, m.operation = $operation, m.created_at = $now,
    m.expired_at = datetime('9999-12-31T00:00:00Z')
  WITH m, row
  UNWIND row.sources AS source
  MATCH (f:Fact {uuid: source.fact})
  CREATE (m)-[:SUMMARISES {sentence: source.sentence}]->(f)
}
RETURN size($rows) AS written
