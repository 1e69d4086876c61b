// purpose: Keep the lease on re-reading a group, unless another owner has taken it.
// mode: write
// params: group_id STRING, owner STRING, lease_ms INTEGER
// returns: group_id STRING
// timeout: 30s
CYPHER 25
MATCH (g:Group {group_id: $group_id})
WHERE g.reread_owner = $owner
SET g.reread_until = datetime.realtime() + duration({milliseconds: $lease_ms})
RETURN g.group_id AS group_id
