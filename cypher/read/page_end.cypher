// purpose: When the last of so many facts or turns of a group was stored or said that come after a moment; no row when none does.
// mode: read
// params: group_id STRING, label STRING, after_at DATETIME, limit INTEGER
// returns: at DATETIME
// timeout: 60s
CYPHER 25
CALL () {
  MATCH (n:Fact)
  USING INDEX n:Fact(group_id, created_at)
  WHERE $label = 'Fact' AND n.group_id = $group_id AND n.created_at > $after_at
  WITH n
  // Ordered as its index is, which is then read in order and left early.
  ORDER BY n.group_id, n.created_at
  LIMIT $limit
  RETURN max(n.created_at) AS at
  UNION ALL
  MATCH (n:Episode)
  USING INDEX n:Episode(group_id, valid_at, seq)
  WHERE $label = 'Episode' AND n.group_id = $group_id AND n.valid_at > $after_at AND n.seq >= 0
  WITH n
  ORDER BY n.group_id, n.valid_at
  LIMIT $limit
  RETURN max(n.valid_at) AS at
}
WITH at
WHERE at IS NOT NULL
RETURN at
