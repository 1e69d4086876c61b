// purpose: Lock a group for storing turns, reserve their sequence numbers, and find the request if it was stored before.
// mode: write
// params: group_id STRING, group_token STRING, uuid STRING, count INTEGER, request_key STRING
// returns: first_seq INTEGER, now DATETIME, payload_hash STRING, episodes LIST<STRING>
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
SET g.next_seq = g.next_seq + $count
WITH g
OPTIONAL MATCH (r:Request {key: $request_key})
RETURN
  g.next_seq - $count AS first_seq,
  datetime.truncate('microsecond', datetime.realtime()) AS now,
  r.payload_hash AS payload_hash,
  r.episodes AS episodes
