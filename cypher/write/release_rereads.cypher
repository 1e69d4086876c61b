// purpose: Give back the re-reading of a group, and say when its next turn is due to be read again.
// mode: write
// params: group_id STRING, owner STRING
// returns: due_at DATETIME
// timeout: 30s
CYPHER 25
MATCH (g:Group {group_id: $group_id})
WHERE g.reread_owner = $owner
SET g.reread_until = datetime('0001-01-01T00:00:00Z'), g.reread_owner = null
WITH g
CALL () {
  OPTIONAL MATCH (e:Episode {group_id: $group_id})
  WHERE e.reread_at >= datetime('0001-01-01T00:00:00Z')
  RETURN e.reread_at AS next
  ORDER BY e.reread_at
  LIMIT 1
}
WITH g, next, datetime.realtime() AS now
SET g.reread_due_at = CASE WHEN next < now THEN now ELSE next END
RETURN g.reread_due_at AS due_at
