// purpose: Operations of some kinds that were done after a moment about any of the given ids and are not undone, latest first.
// mode: read
// params: group_id STRING, at DATETIME, kinds LIST<STRING>, ids LIST<STRING>
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MATCH (o:Operation {group_id: $group_id})
WHERE o.created_at > $at AND o.kind IN $kinds AND o.undone_by IS NULL AND any(id IN o.ids WHERE id IN $ids)
RETURN o.uuid AS uuid
ORDER BY o.created_at DESC
