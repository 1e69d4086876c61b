// purpose: Facts of a group with their slots, after a place in the order of storing; `first` where no earlier one has the slot.
// mode: read
// params: group_id STRING, after_at DATETIME, after STRING, limit INTEGER
// returns: uuid STRING, at DATETIME, slot STRING, first BOOLEAN
// timeout: 60s
CYPHER 25
MATCH (f:Fact)
USING INDEX f:Fact(group_id, created_at)
WHERE f.group_id = $group_id AND f.created_at >= $after_at AND (f.created_at > $after_at OR f.uuid > $after)
WITH f
ORDER BY f.created_at, f.uuid
LIMIT $limit
RETURN f.uuid AS uuid, f.created_at AS at, f.slot AS slot,
  f.kind <> 'pattern' AND NOT EXISTS {
    MATCH (g:Fact {slot: f.slot})
    WHERE g.created_at < f.created_at OR (g.created_at = f.created_at AND g.uuid < f.uuid)
  } AS first
