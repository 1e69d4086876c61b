// purpose: How many relations of any time entities have.
// mode: read
// params: entities LIST<STRING>
// returns: uuid STRING, degree INTEGER
// timeout: 10s
CYPHER 25
UNWIND $entities AS uuid
MATCH (e:Entity {uuid: uuid})
RETURN uuid, COUNT { (e)-[:RELATES_TO]-() } AS degree
