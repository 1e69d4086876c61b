// purpose: Give back a group, which queues up behind the others where turns of it wait, and say when it is next due;
//   also when its turns are next due to be read again, which the commits only wrote on the turns.
// mode: write
// params: group_id STRING, owner STRING
// returns: due_at DATETIME
// timeout: 30s
CYPHER 25
MATCH (g:Group {group_id: $group_id})
WHERE g.lease_owner = $owner
SET g.lease_until = datetime('0001-01-01T00:00:00Z'), g.lease_owner = null
WITH g
CALL () {
  OPTIONAL MATCH (e:Episode {group_id: $group_id, state: 'pending'})
  WHERE e.retry_at >= datetime('0001-01-01T00:00:00Z')
  RETURN e.retry_at AS next
  ORDER BY e.retry_at
  LIMIT 1
}
CALL () {
  OPTIONAL MATCH (e:Episode {group_id: $group_id})
  WHERE e.reread_at >= datetime('0001-01-01T00:00:00Z')
  RETURN e.reread_at AS again
  ORDER BY e.reread_at
  LIMIT 1
}
WITH g, next, again, datetime.realtime() AS now
SET g.due_at = CASE WHEN next IS NULL THEN datetime('9999-12-31T00:00:00Z') WHEN next < now THEN now ELSE next END
SET g.reread_due_at = again
RETURN g.due_at AS due_at
