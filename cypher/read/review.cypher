// purpose: A pair of entities that was put aside for a decision.
// mode: read
// params: group_id STRING, uuid STRING
// returns: uuid STRING, status STRING, entity STRING, other STRING
// timeout: 30s
CYPHER 25
MATCH (a:Entity)-[s:SAME_AS {uuid: $uuid}]->(b:Entity)
WHERE s.group_id = $group_id AND s.status <> 'merged'
RETURN s.uuid AS uuid, s.status AS status, a.uuid AS entity, b.uuid AS other
