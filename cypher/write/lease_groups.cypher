// purpose: Lease groups whose turns are due to be read and that nobody else is reading, longest due first.
// mode: write
// params: owner STRING, lease_ms INTEGER, most INTEGER
// returns: group_id STRING
// timeout: 30s
CYPHER 25
WITH datetime.realtime() AS now
MATCH (g:Group)
WHERE g.due_at <= now AND (g.lease_until <= now OR g.lease_owner = $owner)
WITH g, now
ORDER BY g.due_at
LIMIT $most
SET g.lease_owner = CASE WHEN g.lease_until <= now OR g.lease_owner = $owner THEN $owner ELSE g.lease_owner END
WITH g, now
WHERE g.lease_owner = $owner
SET g.lease_until = now + duration({milliseconds: $lease_ms})
RETURN g.group_id AS group_id
