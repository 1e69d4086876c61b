// purpose: Retire what was read out of turns before, but for the readings to keep; says which timelines that touches.
// mode: write
// params: readings LIST<MAP>, operation STRING, now DATETIME
// returns: key STRING, slot STRING
// timeout: 30s
CYPHER 25
UNWIND $readings AS row
MATCH (a:Assertion)-[:STATED_IN]->(:Episode {uuid: row.episode})
WHERE a.retired_at = datetime('9999-12-31T00:00:00Z') AND NOT a.key IN row.keep
SET a.retired_at = $now, a.retired_by = $operation
RETURN a.key AS key, a.slot AS slot
