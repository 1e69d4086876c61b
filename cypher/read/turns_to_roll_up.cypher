// purpose: Turns of a session after one of them, in order, with what was read out of each and is not withdrawn.
// mode: read
// params: session_key STRING, after STRING, most INTEGER
// returns: uuid STRING, order_key STRING, role STRING, state STRING, content STRING, valid_at DATETIME, token_count INTEGER,
//   claims LIST<MAP>
// timeout: 60s
CYPHER 25
MATCH (e:Episode)
WHERE e.order_key > $after AND e.order_key < $session_key + '~' AND NOT EXISTS { (:Episode)-[:REVISES]->(e) }
WITH e
ORDER BY e.order_key
LIMIT $most
RETURN e.uuid AS uuid, e.order_key AS order_key, e.role AS role, e.state AS state, left(e.content, 2000) AS content,
  e.valid_at AS valid_at, e.token_count AS token_count, COLLECT {
    MATCH (e)<-[r:STATED_IN]-(a:Assertion)
    WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
    RETURN {key: a.key, text: a.text, kind: a.kind, start: r.start, end: r.end}
    ORDER BY r.start, a.key
  } AS claims
ORDER BY order_key
