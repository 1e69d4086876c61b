// purpose: Facts of some kinds that were said in a session and hold at a moment, the latest first.
// mode: read
// params: session_key STRING, kinds LIST<STRING>, at DATETIME, most INTEGER
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MATCH (s:Session {session_key: $session_key})-[:HAS_EPISODE]->(:Episode)<-[:STATED_IN]-(a:Assertion)
WHERE a.kind IN $kinds AND a.retired_at = datetime('9999-12-31T00:00:00Z')
MATCH (a)<-[:SUPPORTED_BY]-(f:Fact)
WHERE f.kind IN $kinds AND f.valid_at <= $at AND f.invalid_at > $at AND f.expired_at = datetime('9999-12-31T00:00:00Z')
WITH DISTINCT f
ORDER BY f.valid_at DESC, f.uuid
LIMIT $most
RETURN f.uuid AS uuid
