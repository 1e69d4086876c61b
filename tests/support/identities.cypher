// purpose: The entities of a group with what they are called, how their mentions were decided, and what they may be.
// mode: read
// params: group_id STRING
// returns: name STRING, type STRING, aliases LIST<STRING>, called LIST<LIST>, mentions LIST<LIST>, maybe LIST<LIST>
// timeout: 10s
CYPHER 25
MATCH (e:Entity {group_id: $group_id})
WHERE e.type IS NOT NULL
RETURN e.name AS name, e.type AS type, e.aliases AS aliases,
  COLLECT {
    MATCH (n:EntityName)-[:NAMES]->(e)
    WITH DISTINCT n.name AS called, n.stage AS stage, n.score AS score
    RETURN [called, stage, score]
    ORDER BY called, stage
  } AS called,
  COLLECT {
    MATCH (e)<-[m:MENTIONS]-(:Episode)
    WITH m ORDER BY m.stage, m.score
    RETURN [m.stage, m.score]
  } AS mentions,
  COLLECT {
    MATCH (e)-[same:SAME_AS]->(o:Entity)
    WITH same, o ORDER BY o.name
    RETURN [o.name, same.status, same.stage, same.score]
  } AS maybe
ORDER BY name
