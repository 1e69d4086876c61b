// purpose: Whether the database is there and answers.
// mode: read
// params: none
// returns: success BOOLEAN
// timeout: 30s
CYPHER 25
CALL db.ping() YIELD success
RETURN success
