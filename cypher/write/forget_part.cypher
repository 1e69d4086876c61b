// purpose: Delete an entity that nothing is about any more, with its names and the parts of names that only it was kept under.
// mode: write
// params: part STRING
// returns: names INTEGER
// timeout: 30s
CYPHER 25
MATCH (p:Entity {uuid: $part})
CALL (p) {
  MATCH (n:EntityName)-[:NAMES]->(p)
  DETACH DELETE n
  RETURN count(*) AS names
}
CALL (p) {
  MATCH (b:EntityBlock)-[held:HOLDS]->(p)
  DELETE held
  WITH DISTINCT b
  WHERE NOT EXISTS { (b)-[:HOLDS]->() }
  DELETE b
}
DETACH DELETE p
RETURN names
