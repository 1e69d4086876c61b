// purpose: Vectors of the latest turns that named each of some entities, the latest last.
// mode: read
// params: entities LIST<STRING>, most INTEGER
// returns: entity STRING, turns LIST<LIST>
// timeout: 30s
CYPHER 25
UNWIND $entities AS uuid
MATCH (e:Entity {uuid: uuid})
CALL (e) {
  MATCH (e)<-[:MENTIONS]-(n:Episode)
  WHERE n.embedding IS NOT NULL
  WITH DISTINCT n
  // Relationships come newest first, so that of somebody named all the time only a few are looked at.
  LIMIT 200
  WITH n
  ORDER BY n.valid_at DESC, n.uuid
  LIMIT $most
  WITH n
  ORDER BY n.valid_at, n.uuid
  RETURN collect(n.embedding) AS turns
}
RETURN e.uuid AS entity, turns
