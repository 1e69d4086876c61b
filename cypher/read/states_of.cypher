// purpose: What became of the given turns.
// mode: read
// params: uuids LIST<STRING>
// returns: uuid STRING, state STRING
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Episode {uuid: uuid})
RETURN uuid, e.state AS state
