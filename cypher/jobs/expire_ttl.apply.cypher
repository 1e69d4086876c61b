// purpose: Move facts that have outlived their time to the cold tier, each change kept on the operation.
// mode: write
// params: group_id STRING, rows LIST<MAP>, operation STRING
// returns: changed INTEGER
// timeout: 10m
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (n:Fact {uuid: row.uuid})
  WHERE n.group_id = $group_id AND n.tier = 'hot'
  MATCH (o:Operation {uuid: $operation})
  MERGE (o)-[c:CHANGED]->(n)
  ON CREATE SET c.keys = ['tier', 'group_token', 'archived_at'], c.tier = n.tier, c.group_token = n.group_token, c.archived_at = n.archived_at
  SET n.tier = row.after.tier, n.group_token = row.after.group_token, n.archived_at = row.after.archived_at
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS changed
