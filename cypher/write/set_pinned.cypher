// purpose: Pin or unpin a fact.
// mode: write
// params: fact STRING, pinned BOOLEAN
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MATCH (f:Fact {uuid: $fact})
SET f.pinned = $pinned
RETURN f.uuid AS uuid
