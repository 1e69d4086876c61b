// purpose: Give what an operation changed its earlier properties again, each change kept on the undoing operation.
// mode: write
// params: group_id STRING, undone STRING, operation STRING
// returns: changed INTEGER
// timeout: 5m
CYPHER 25
MATCH (:Operation {uuid: $undone})-[c:CHANGED]->(n)
WHERE n.group_id = $group_id
MATCH (u:Operation {uuid: $operation})
CREATE (u)-[b:CHANGED {keys: c.keys}]->(n)
WITH n, c, b
CALL (n, c, b) {
  UNWIND c.keys AS key
  SET b[key] = n[key]
  SET n[key] = c[key]
}
RETURN count(*) AS changed
