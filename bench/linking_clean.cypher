// purpose: Delete some entities of a group with their names, and the parts of names that only they had.
// mode: write
// params: group_id STRING, most INTEGER
// returns: deleted INTEGER
// timeout: 120s
CYPHER 25
MATCH (e:Entity {group_id: $group_id})
WHERE e.identity_key IS NOT NULL
WITH e LIMIT $most
OPTIONAL MATCH (n:EntityName)-[:NAMES]->(e)
OPTIONAL MATCH (b:EntityBlock)-[:HOLDS]->(e)
WITH collect(DISTINCT e) AS entities, collect(DISTINCT n) AS names, collect(DISTINCT b) AS blocks
FOREACH (n IN names | DETACH DELETE n)
FOREACH (e IN entities | DETACH DELETE e)
WITH blocks, size(entities) AS deleted
CALL (blocks) {
  UNWIND blocks AS b
  WITH b WHERE NOT EXISTS { MATCH (b)-[:HOLDS]->() }
  DELETE b
}
RETURN deleted
