// purpose: The operations of a group, newest first.
// mode: read
// params: group_id STRING
// returns: uuid STRING, kind STRING
// timeout: 10s
CYPHER 25
MATCH (o:Operation {group_id: $group_id})
RETURN o.uuid AS uuid, o.kind AS kind
ORDER BY o.created_at DESC
