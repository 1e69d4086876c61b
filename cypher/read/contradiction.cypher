// purpose: Two facts that contradict each other, put aside for a decision.
// mode: read
// params: group_id STRING, uuid STRING
// returns: slot STRING, chosen STRING, other STRING, facts LIST<STRING>, waiting BOOLEAN
// timeout: 30s
CYPHER 25
MATCH (chosen:Fact)-[r:CONTRADICTS {uuid: $uuid}]->(other:Fact)
WHERE r.group_id = $group_id
RETURN chosen.slot AS slot, chosen.fact_id AS chosen, other.fact_id AS other, [chosen.uuid, other.uuid] AS facts,
  r.expired_at = datetime('9999-12-31T00:00:00Z') AS waiting
