// purpose: Give a job's lease back.
// mode: write
// params: name STRING, owner STRING
// returns: released INTEGER
// timeout: 10s
CYPHER 25
MATCH (l:JobLease {name: $name})
WHERE l.lease_owner = $owner
SET l.lease_until = datetime('0001-01-01T00:00:00Z')
RETURN count(l) AS released
