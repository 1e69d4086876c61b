// purpose: Give facts the importance that their idleness leaves them, each change kept on the operation.
// mode: write
// params: group_id STRING, rows LIST<MAP>, operation STRING
// returns: changed INTEGER
// timeout: 10m
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (f:Fact {uuid: row.uuid})
  WHERE f.group_id = $group_id
  MATCH (o:Operation {uuid: $operation})
  MERGE (o)-[c:CHANGED]->(f)
  ON CREATE SET c.keys = ['importance'], c.importance = f.importance
  SET f.importance = row.after.importance
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS changed
