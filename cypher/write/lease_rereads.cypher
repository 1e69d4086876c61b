// purpose: Lease the group whose turns wait longest to be read again and that nobody else is re-reading.
// mode: write
// params: owner STRING, lease_ms INTEGER
// returns: group_id STRING
// timeout: 30s
CYPHER 25
WITH datetime.realtime() AS now
MATCH (g:Group)
WHERE g.reread_due_at <= now AND (g.reread_until IS NULL OR g.reread_until <= now OR g.reread_owner = $owner)
WITH g, now
ORDER BY g.reread_due_at
LIMIT 1
SET g.reread_owner = CASE
  WHEN g.reread_until IS NULL OR g.reread_until <= now OR g.reread_owner = $owner THEN $owner
  ELSE g.reread_owner
END
WITH g, now
WHERE g.reread_owner = $owner
SET g.reread_until = now + duration({milliseconds: $lease_ms})
RETURN g.group_id AS group_id
