// purpose: Let a believed version of a fact, and its projection, end a day after it began.
// mode: write
// params: group_id STRING, text STRING
// returns: drifted INTEGER
// timeout: 20s
CYPHER 25
MATCH (f:Fact {group_id: $group_id, text: $text})-[:HAS_VERSION]->(v:FactVersion)
WHERE v.expired_at = datetime('9999-12-31T00:00:00Z')
SET v.invalid_at = v.valid_at + duration({days: 1}), v.rule = 'stated_end'
SET f.invalid_at = v.invalid_at
WITH v
OPTIONAL MATCH (:Entity)-[r:RELATES_TO {uuid: v.uuid}]->(:Entity)
SET r.invalid_at = v.invalid_at
RETURN count(v) AS drifted
