// purpose: Bring archived facts and turns that were used back to the hot tier, each change kept on the operation.
// mode: write
// params: group_id STRING, uuids LIST<STRING>, operation MAP, now DATETIME
// returns: restored INTEGER
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $uuids AS uuid
  MATCH (n:Fact {uuid: uuid})
  RETURN n
  UNION ALL
  UNWIND $uuids AS uuid
  MATCH (n:Episode {uuid: uuid})
  RETURN n
}
WITH n
WHERE n.group_id = $group_id AND n.tier = 'cold' AND n.archived_at IS NOT NULL
MERGE (o:Operation {uuid: $operation.uuid})
ON CREATE SET o += $operation, o.created_at = $now, o.group_id = $group_id
CREATE (o)-[:CHANGED {keys: ['tier', 'group_token', 'archived_at'], tier: n.tier, group_token: n.group_token, archived_at: n.archived_at}]->(n)
SET n.tier = 'hot', n.group_token = substring(n.group_token, 1), n.archived_at = null, o.ids = o.ids + n.uuid
RETURN count(n) AS restored
