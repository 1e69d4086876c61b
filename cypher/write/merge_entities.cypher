// purpose: Write new entities and what changed about known ones, with the names they go by.
// mode: write
// params: entities LIST<MAP>, now DATETIME
// returns: written INTEGER
// timeout: 30s
CYPHER 25
UNWIND $entities AS row
MERGE (e:Entity {uuid: row.uuid})
ON CREATE SET e.created_at = $now, e.mention_count = 0, e.summary = null, e.embedding = toFloatList(row.embedding)
SET e += row.properties
WITH e, row
CALL (e, row) {
  UNWIND row.names AS name
  MERGE (n:EntityName {key: name.key})
  ON CREATE SET n.uuid = name.uuid, n.group_id = e.group_id, n.name_key = name.name_key, n.created_at = $now
  MERGE (n)-[:NAMES]->(e)
}
RETURN count(e) AS written
