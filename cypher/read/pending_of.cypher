// purpose: Which of the given turns still wait to be read, and which text each revises or was revised by.
// mode: read
// params: uuids LIST<STRING>
// returns: uuid STRING, revises STRING, revised_by STRING
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Episode {uuid: uuid})
WHERE e.state = 'pending'
OPTIONAL MATCH (e)-[:REVISES]->(older:Episode)
OPTIONAL MATCH (newer:Episode)-[:REVISES]->(e)
RETURN uuid, older.uuid AS revises, newer.uuid AS revised_by
