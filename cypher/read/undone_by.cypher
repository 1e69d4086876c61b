// purpose: The operation that undid the given one.
// mode: read
// params: group_id STRING, uuid STRING
// returns: undone_by STRING
// timeout: 10s
CYPHER 25
MATCH (o:Operation {uuid: $uuid})
WHERE o.group_id = $group_id AND o.undone_by IS NOT NULL
RETURN o.undone_by AS undone_by
