// purpose: Leave on an operation only what it has changed of what was kept before it.
// mode: write
// params: operation STRING
// returns: changed INTEGER
// timeout: 60s
CYPHER 25
MATCH (o:Operation {uuid: $operation})
CALL (o) {
  MATCH (o)-[c:CHANGED]->(n)
  WITH c, [key IN c.keys WHERE coalesce(c[key] <> n[key], (c[key] IS NULL) <> (n[key] IS NULL))] AS changed
  UNWIND c.keys AS key
  WITH c, changed, key
  SET c[key] = CASE WHEN key IN changed THEN c[key] END
  WITH DISTINCT c, changed
  SET c.keys = changed
}
CALL (o) {
  MATCH (o)-[c:CHANGED]->()
  WHERE size(c.keys) = 0
  DELETE c
}
RETURN COUNT { (o)-[:CHANGED]->() } AS changed
