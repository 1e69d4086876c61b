// purpose: Entities that go by any of the given folded names.
// mode: read
// params: name_keys LIST<STRING>
// returns: name_key STRING, entity MAP
// timeout: 30s
CYPHER 25
UNWIND $name_keys AS name_key
MATCH (:EntityName {name_key: name_key})-[:NAMES]->(e:Entity)
RETURN name_key, e {.*, embedding: null} AS entity
ORDER BY name_key, e.created_at, e.uuid
