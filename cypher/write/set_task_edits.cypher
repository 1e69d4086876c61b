// purpose: Keep what was edited in a session's task state; null takes all edits back.
// mode: write
// params: session_key STRING, edits STRING?
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MATCH (s:Session {session_key: $session_key})
SET s.task_edits = $edits
RETURN s.uuid AS uuid
