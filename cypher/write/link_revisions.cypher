// purpose: Put newer texts in the place of the older ones they revise, which leave the session's order and the hot tier.
// mode: write
// params: group_id STRING, pairs LIST<MAP>, now DATETIME
// returns: revised INTEGER
// timeout: 30s
CYPHER 25
UNWIND $pairs AS pair
MATCH (new:Episode {uuid: pair.new}) WHERE new.group_id = $group_id
MATCH (old:Episode {uuid: pair.old}) WHERE old.group_id = $group_id
MERGE (new)-[r:REVISES]->(old)
ON CREATE SET r.created_at = $now
SET old.tier = 'cold', old.order_key = null
WITH old
OPTIONAL MATCH (before:Episode)-[a:NEXT_EPISODE]->(old)
OPTIONAL MATCH (old)-[b:NEXT_EPISODE]->(after:Episode)
DELETE a, b
FOREACH (_ IN CASE WHEN before IS NULL OR after IS NULL THEN [] ELSE [1] END |
  MERGE (before)-[:NEXT_EPISODE]->(after)
)
RETURN count(old) AS revised
