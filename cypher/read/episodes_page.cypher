// purpose: A page of the turns of groups, oldest first.
// mode: read
// params: group_ids LIST<STRING>, session_ids LIST<STRING>, roles LIST<STRING>, states LIST<STRING>, since DATETIME,
//   until DATETIME, after_at DATETIME, after_seq INTEGER, after_uuid STRING, most INTEGER
// returns: episode MAP
// timeout: 30s
CYPHER 25
UNWIND $group_ids AS group_id
CALL (group_id) {
  MATCH (n:Episode {group_id: group_id})
  USING INDEX n:Episode(group_id, valid_at, seq)
  WHERE n.valid_at >= $since AND n.valid_at >= $after_at AND n.valid_at < $until AND n.seq >= 0
    AND CASE
      WHEN n.valid_at > $after_at THEN true
      WHEN n.seq = $after_seq THEN n.uuid > $after_uuid
      ELSE n.seq > $after_seq
    END
    AND (size($session_ids) = 0 OR n.session_id IN $session_ids)
    AND (size($roles) = 0 OR n.role IN $roles)
    AND (size($states) = 0 OR n.state IN $states)
  WITH n
  // Ordered as its index is, which is then read in order and left early.
  ORDER BY n.group_id, n.valid_at, n.seq
  LIMIT $most
  RETURN n
}
WITH n
ORDER BY n.valid_at, n.seq, n.uuid
LIMIT $most
OPTIONAL MATCH (n)-[:REVISES]->(older:Episode)
RETURN n {.*, embedding: null, revises: older.uuid} AS episode
ORDER BY n.valid_at, n.seq, n.uuid
