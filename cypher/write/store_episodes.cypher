// purpose: Store turns, their sessions and the request they came in, and say that the group has work due.
// mode: write
// params: group_id STRING, episodes LIST<MAP>, sessions LIST<MAP>, requests LIST<MAP>, now DATETIME
// returns: stored INTEGER
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $sessions AS row
  MERGE (s:Session {session_key: row.session_key})
  ON CREATE SET
    s.uuid = row.uuid,
    s.group_id = $group_id,
    s.session_id = row.session_id,
    s.created_at = $now,
    s.started_at = row.started_at,
    s.last_at = row.last_at
  ON MATCH SET
    s.started_at = CASE WHEN row.started_at < s.started_at THEN row.started_at ELSE s.started_at END,
    s.last_at = CASE WHEN row.last_at > s.last_at THEN row.last_at ELSE s.last_at END
}
CALL () {
  UNWIND $episodes AS row
  CREATE (e:Episode:Episodic)
  SET e = row.properties
  WITH e, row
  OPTIONAL MATCH (s:Session {session_key: row.session_key})
  FOREACH (session IN CASE WHEN s IS NULL THEN [] ELSE [s] END | CREATE (session)-[:HAS_EPISODE]->(e))
}
CALL () {
  UNWIND $requests AS row
  CREATE (r:Request {key: row.key, uuid: row.uuid, group_id: $group_id, payload_hash: row.payload_hash,
                     episodes: row.episodes, created_at: $now})
}
MATCH (g:Group {group_id: $group_id})
SET g.due_at = CASE WHEN size($episodes) > 0 AND $now < g.due_at THEN $now ELSE g.due_at END
RETURN size($episodes) AS stored
