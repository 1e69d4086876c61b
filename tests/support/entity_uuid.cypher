// purpose: The entity of a group that is called so.
// mode: read
// params: group_id STRING, name STRING
// returns: uuid STRING
// timeout: 10s
CYPHER 25
MATCH (e:Entity {group_id: $group_id})
WHERE e.name = $name AND e.identity_key IS NOT NULL
RETURN e.uuid AS uuid
ORDER BY e.created_at
