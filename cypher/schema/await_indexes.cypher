// purpose: Wait until every index is online.
// mode: read
// params: seconds INTEGER
// returns: none
// timeout: 10m
CYPHER 25
CALL db.awaitIndexes($seconds)
