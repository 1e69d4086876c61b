// purpose: Lease a job to one instance, unless another one holds it.
// mode: write
// params: name STRING, uuid STRING, owner STRING, lease_ms INTEGER
// returns: owner STRING, until DATETIME
// timeout: 10s
CYPHER 25
MERGE (l:JobLease {name: $name})
ON CREATE SET
  l.uuid = $uuid,
  l.group_id = '',
  l.created_at = datetime.realtime(),
  l.lease_until = datetime('0001-01-01T00:00:00Z')
SET l.asked_at = datetime.realtime()
WITH l, l.lease_until <= l.asked_at OR l.lease_owner = $owner AS free
SET l.lease_owner = CASE WHEN free THEN $owner ELSE l.lease_owner END,
  l.lease_until = CASE WHEN free THEN l.asked_at + duration({milliseconds: $lease_ms}) ELSE l.lease_until END
RETURN l.lease_owner AS owner, l.lease_until AS until
