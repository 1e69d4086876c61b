// purpose: Give what an operation changed its earlier properties again, each change kept on the undoing operation.
// mode: write
// params: group_id STRING, undone STRING, operation STRING
// returns: changed INTEGER
// timeout: 30m
CYPHER 25
MATCH (:Operation {uuid: $undone})-[c:CHANGED]->(n)
WHERE n.group_id = $group_id
CALL (n, c) {
  MATCH (u:Operation {uuid: $operation})
  WHERE NOT EXISTS { (u)-[:CHANGED]->(n) }
  CREATE (u)-[b:CHANGED {keys: c.keys}]->(n)
  WITH n, c, b
  UNWIND c.keys AS key
  SET b[key] = n[key]
  SET n[key] = c[key]
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS changed
