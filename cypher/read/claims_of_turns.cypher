// purpose: What was read out of turns and is not withdrawn, in the order it was said.
// mode: read
// params: uuids LIST<STRING>
// returns: episode STRING, text STRING, kind STRING, start INTEGER, end INTEGER
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Episode {uuid: uuid})<-[r:STATED_IN]-(a:Assertion)
WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
RETURN uuid AS episode, a.text AS text, a.kind AS kind, r.start AS start, r.end AS end
ORDER BY e.valid_at, e.seq, start, text
