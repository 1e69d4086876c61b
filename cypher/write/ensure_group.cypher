// purpose: Make a group that has no turns yet, as storing its first turn does; one that exists stays as it is.
// mode: write
// params: group_id STRING, group_token STRING, uuid STRING
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MERGE (g:Group {group_id: $group_id})
ON CREATE SET
  g.uuid = $uuid,
  g.group_token = $group_token,
  g.created_at = datetime.truncate('microsecond', datetime.realtime()),
  g.next_seq = 0,
  g.due_at = datetime('9999-12-31T00:00:00Z'),
  g.lease_until = datetime('0001-01-01T00:00:00Z')
RETURN g.uuid AS uuid
