// purpose: Give the migration lock back, unless somebody else holds it by now.
// mode: write
// params: id STRING
// returns: none
// timeout: 30s
CYPHER 25
MATCH (lock:__Neo4jMigrationsLock {id: $id})
DELETE lock
