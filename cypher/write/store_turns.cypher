// purpose: Store turns with their session and request in one step; where some may have been stored before, only say which.
// mode: write
// params: group_id STRING, group_token STRING, uuid STRING, turns LIST<MAP>, sessions LIST<MAP>, requests LIST<MAP>,
//   request_key STRING, external_ids LIST<STRING>, dedup_keys LIST<STRING>, checked BOOLEAN
// returns: first_seq INTEGER, now DATETIME, payload_hash STRING, episodes LIST<STRING>, known LIST<MAP>
// timeout: 30s
CYPHER 25 replan=skip
// The group is locked first, so that what is looked up afterwards stays true until the commit.
MERGE (g:Group {group_id: $group_id})
ON CREATE SET
  g.uuid = $uuid,
  g.group_token = $group_token,
  g.created_at = datetime.truncate('microsecond', datetime.realtime()),
  g.next_seq = 0,
  g.due_at = datetime('9999-12-31T00:00:00Z'),
  g.lease_until = datetime('0001-01-01T00:00:00Z')
SET g.next_seq = g.next_seq + size($turns)
WITH g, g.next_seq - size($turns) AS first_seq, datetime.truncate('microsecond', datetime.realtime()) AS now
OPTIONAL MATCH (r:Request {key: $request_key})
WITH g, first_seq, now, r
CALL () {
  CALL () {
    UNWIND $external_ids AS external_id
    MATCH (e:Episode {group_id: $group_id, external_id: external_id})
    WHERE NOT EXISTS { (:Episode)-[:REVISES]->(e) }
    RETURN external_id, null AS dedup_key, e
    UNION ALL
    UNWIND $dedup_keys AS dedup_key
    MATCH (e:Episode {group_id: $group_id, dedup_key: dedup_key})
    WHERE e.external_id IS NULL
    RETURN null AS external_id, dedup_key, e
  }
  RETURN collect({external_id: external_id, dedup_key: dedup_key, episode: e {.*, embedding: null}}) AS known
}
WITH g, first_seq, now, r, known, $checked OR (r IS NULL AND size(known) = 0) AS new
CALL (now, new) {
  UNWIND CASE WHEN new THEN $sessions ELSE [] END AS row
  MERGE (s:Session {session_key: row.session_key})
  ON CREATE SET
    s.uuid = row.uuid,
    s.group_id = $group_id,
    s.session_id = row.session_id,
    s.created_at = now,
    s.started_at = row.started_at,
    s.last_at = row.last_at
  ON MATCH SET
    s.started_at = CASE WHEN row.started_at < s.started_at THEN row.started_at ELSE s.started_at END,
    s.last_at = CASE WHEN row.last_at > s.last_at THEN row.last_at ELSE s.last_at END
  RETURN collect(s) AS sessions
}
CALL (now, new, first_seq, sessions) {
  UNWIND CASE WHEN new THEN range(0, size($turns) - 1) ELSE [] END AS index
  WITH $turns[index] AS row, first_seq + index AS seq
  CREATE (e:Episode:Episodic)
  SET e = row.properties
  SET e.seq = seq, e.created_at = now, e.order_key = row.order_head + right('00000000000' + toString(seq), 12)
  FOREACH (session IN sessions | CREATE (session)-[:HAS_EPISODE]->(e))
}
CALL (now, new) {
  UNWIND CASE WHEN new THEN $requests ELSE [] END AS row
  CREATE (:Request {key: row.key, uuid: row.uuid, group_id: $group_id, payload_hash: row.payload_hash,
                     episodes: row.episodes, created_at: now})
}
SET g.due_at = CASE WHEN new AND size($turns) > 0 AND now < g.due_at THEN now ELSE g.due_at END
RETURN first_seq, now, r.payload_hash AS payload_hash, r.episodes AS episodes, CASE WHEN new THEN [] ELSE known END AS known
