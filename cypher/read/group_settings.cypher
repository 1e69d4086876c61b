// purpose: What a group has set for itself; null where the default holds.
// mode: read
// params: group_id STRING
// returns: lapse_days FLOAT, source_trust LIST<STRING>
// timeout: 5s
CYPHER 25
MATCH (g:Group {group_id: $group_id})
RETURN g.lapse_days AS lapse_days, g.source_trust AS source_trust
