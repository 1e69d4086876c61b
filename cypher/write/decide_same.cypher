// purpose: Decide about a pair of entities that may be one, or take the decision back.
// mode: write
// params: uuid STRING, status STRING
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MATCH (:Entity)-[s:SAME_AS {uuid: $uuid}]->(:Entity)
SET s.status = $status
RETURN s.uuid AS uuid
