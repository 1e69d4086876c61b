// purpose: Let an entity be found by one more name.
// mode: write
// params: entity STRING, properties MAP, names LIST<MAP>, blocks LIST<MAP>, now DATETIME
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MATCH (e:Entity {uuid: $entity})
SET e += $properties
WITH e
CALL (e) {
  UNWIND $names AS name
  MERGE (n:EntityName {key: name.key})
  ON CREATE SET n.uuid = name.uuid, n.group_id = e.group_id, n.name_key = name.name_key, n.name = name.name,
    n.created_at = $now
  SET n.stage = name.stage, n.score = name.score
  MERGE (n)-[:NAMES]->(e)
}
CALL (e) {
  UNWIND $blocks AS block
  MERGE (b:EntityBlock {key: block.key})
  ON CREATE SET b.uuid = block.uuid, b.group_id = e.group_id, b.created_at = $now
  MERGE (b)-[:HOLDS]->(e)
}
RETURN e.uuid AS uuid
