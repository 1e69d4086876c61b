// purpose: Withdraw assertions from what is believed; says which timelines that touches.
// mode: write
// params: keys LIST<STRING>, operation STRING, now DATETIME
// returns: key STRING, slot STRING
// timeout: 30s
CYPHER 25
UNWIND $keys AS key
MATCH (a:Assertion {key: key})
WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
SET a.retired_at = $now, a.retired_by = $operation
RETURN a.key AS key, a.slot AS slot
