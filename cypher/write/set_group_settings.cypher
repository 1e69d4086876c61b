// purpose: Let a group have other settings of its own; null leaves the default.
// mode: write
// params: group_id STRING, lapse_days FLOAT?, source_trust LIST<STRING>?
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MATCH (g:Group {group_id: $group_id})
SET g.lapse_days = $lapse_days, g.source_trust = $source_trust
RETURN g.uuid AS uuid
