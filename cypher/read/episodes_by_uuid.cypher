// purpose: The turns with the given uuids.
// mode: read
// params: uuids LIST<STRING>
// returns: episode MAP
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Episode {uuid: uuid})
OPTIONAL MATCH (e)-[:REVISES]->(older:Episode)
RETURN e {.*, embedding: null, revises: older.uuid} AS episode
