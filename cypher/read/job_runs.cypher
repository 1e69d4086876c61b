// purpose: Runs of jobs, newest first.
// mode: read
// params: names LIST<STRING>, before DATETIME, limit INTEGER
// returns: run MAP
// timeout: 10s
CYPHER 25
UNWIND $names AS name
CALL (name) {
  MATCH (r:JobRun)
  WHERE r.name = name AND r.started_at < $before
  RETURN r
  ORDER BY r.started_at DESC
  LIMIT $limit
}
RETURN r {.*} AS run
ORDER BY r.started_at DESC, r.uuid
LIMIT $limit
