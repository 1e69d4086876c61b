// purpose: A page of the operations of groups, newest first.
// mode: read
// params: group_ids LIST<STRING>, after_at DATETIME, after_uuid STRING, most INTEGER
// returns: operation MAP
// timeout: 30s
CYPHER 25
UNWIND $group_ids AS group_id
CALL (group_id) {
  MATCH (o:Operation {group_id: group_id})
  WHERE o.created_at <= $after_at AND (o.created_at < $after_at OR o.uuid > $after_uuid)
  WITH o
  // Ordered as its index is, which is then read in order and left early.
  ORDER BY o.group_id DESC, o.created_at DESC, o.uuid
  LIMIT $most
  RETURN o
}
RETURN o {.*} AS operation
ORDER BY o.created_at DESC, o.uuid
LIMIT $most
