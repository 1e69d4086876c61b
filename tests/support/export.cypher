// purpose: Everything of a group but operations and what locks it: nodes and relationships with all their properties.
// mode: read
// params: group_id STRING
// returns: kind STRING, place LIST<STRING>, properties MAP
// timeout: 20s
CYPHER 25
MATCH (n)
WHERE n.group_id = $group_id AND NOT n:Operation AND NOT n:BeliefClock AND NOT n:Group AND NOT n:Recall
CALL (n) {
  RETURN labels(n)[0] AS kind, [n.uuid] AS place, properties(n) AS properties
  UNION ALL
  MATCH (n)-[r]->(m)
  RETURN type(r) AS kind, [n.uuid, m.uuid] AS place, properties(r) AS properties
}
RETURN kind, place, properties
