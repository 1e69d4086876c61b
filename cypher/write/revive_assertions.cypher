// purpose: Take back the withdrawal of assertions; says which timelines that touches.
// mode: write
// params: keys LIST<STRING>
// returns: key STRING, slot STRING
// timeout: 30s
CYPHER 25
UNWIND $keys AS key
MATCH (a:Assertion {key: key})
SET a.retired_at = datetime('9999-12-31T00:00:00Z'), a.retired_by = null
RETURN a.key AS key, a.slot AS slot
