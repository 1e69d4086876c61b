// purpose: Say of turns whose reading was undone, or done again, what became of them.
// mode: write
// params: uuids LIST<STRING>, state STRING, reason STRING
// returns: marked INTEGER
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Episode {uuid: uuid})
SET e.state = $state, e.state_reason = $reason
RETURN count(e) AS marked
