// purpose: What a recall returned, and of which groups.
// mode: read
// params: uuid STRING
// returns: group_ids LIST<STRING>, hits LIST<STRING>
// timeout: 10s
CYPHER 25
MATCH (r:Recall {uuid: $uuid})
RETURN r.group_ids AS group_ids, r.hits AS hits
