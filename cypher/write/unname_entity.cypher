// purpose: Take a name from an entity that it was given by hand.
// mode: write
// params: entity STRING, properties MAP, added LIST<STRING>, restored LIST<MAP>, released LIST<STRING>, blocks LIST<STRING>
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MATCH (e:Entity {uuid: $entity})
SET e += $properties
WITH e
CALL () {
  UNWIND $added AS key
  MATCH (n:EntityName {key: key})
  DETACH DELETE n
}
CALL () {
  UNWIND $restored AS row
  MATCH (n:EntityName {key: row.key})
  SET n.stage = row.stage, n.score = row.score
}
CALL (e) {
  UNWIND $released AS key
  MATCH (b:EntityBlock {key: key})-[held:HOLDS]->(e)
  DELETE held
}
CALL () {
  UNWIND $blocks AS key
  MATCH (b:EntityBlock {key: key})
  WHERE NOT EXISTS { MATCH (b)-[:HOLDS]->() }
  DETACH DELETE b
}
RETURN e.uuid AS uuid
