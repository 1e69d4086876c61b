// purpose: Write new entities and what changed about known ones, with the names and the parts of names they are found by.
// mode: write
// params: entities LIST<MAP>, now DATETIME
// returns: written INTEGER
// timeout: 30s
CYPHER 25
UNWIND $entities AS row
MERGE (e:Entity {uuid: row.uuid})
ON CREATE SET e.created_at = $now, e.mention_count = 0, e.summary = null
SET e += row.properties
SET e.embedding = coalesce(toFloatList(row.embedding), e.embedding)
WITH e, row
CALL (e, row) {
  UNWIND row.names AS name
  MERGE (n:EntityName {key: name.key})
  ON CREATE SET n.uuid = name.uuid, n.group_id = e.group_id, n.name_key = name.name_key, n.created_at = $now
  SET n.name = name.name, n.stage = name.stage, n.score = name.score
  MERGE (n)-[:NAMES]->(e)
}
CALL (e, row) {
  UNWIND row.blocks AS block
  MERGE (b:EntityBlock {key: block.key})
  ON CREATE SET b.uuid = block.uuid, b.group_id = e.group_id, b.created_at = $now
  MERGE (b)-[:HOLDS]->(e)
}
RETURN count(e) AS written
