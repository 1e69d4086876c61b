// purpose: The entities with the given uuids.
// mode: read
// params: uuids LIST<STRING>
// returns: entity MAP
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Entity {uuid: uuid})
RETURN e {.*, embedding: null} AS entity
