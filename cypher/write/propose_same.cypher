// purpose: Put pairs of entities that may be one aside for a person to decide; a pair that is there already is left alone.
// mode: write
// params: pairs LIST<MAP>, now DATETIME
// returns: written INTEGER
// timeout: 30s
CYPHER 25
UNWIND $pairs AS row
MATCH (a:Entity {uuid: row.entity})
MATCH (b:Entity {uuid: row.other})
MERGE (a)-[same:SAME_AS]->(b)
ON CREATE SET same.uuid = row.uuid, same.group_id = a.group_id, same.status = 'pending', same.stage = row.stage,
  same.score = row.score, same.created_at = $now, same.expired_at = datetime('9999-12-31T00:00:00Z')
RETURN count(same) AS written
