// purpose: When each job was last begun for real over all groups.
// mode: read
// params: names LIST<STRING>
// returns: name STRING, started_at DATETIME
// timeout: 10s
CYPHER 25
UNWIND $names AS name
CALL (name) {
  MATCH (r:JobRun)
  WHERE r.name = name AND r.started_at IS NOT NULL AND NOT r.dry_run AND r.groups_asked = []
  RETURN max(r.started_at) AS started_at
}
RETURN name, started_at
