// purpose: One step away from entities over the facts between entities that hold and are believed at a moment.
// mode: read
// params: group_ids LIST<STRING>, entities LIST<STRING>, as_of DATETIME, known_at DATETIME, believed_at DATETIME,
//   most INTEGER
// returns: near STRING, far STRING, degree INTEGER, edge MAP
// timeout: 30s
CYPHER 25
UNWIND $entities AS uuid
MATCH (a:Entity {uuid: uuid})
CALL (a) {
  MATCH (a)-[r:RELATES_TO]-(b:Entity)
  WHERE r.group_id IN $group_ids AND b.group_id IN $group_ids AND r.valid_at <= $as_of AND r.invalid_at > $as_of
    AND r.created_at <= $known_at AND r.expired_at > $believed_at
  WITH r, b, COUNT { (b)-[:RELATES_TO]-() } AS degree
  // Those with few relations first: what everything relates to says little.
  ORDER BY degree, b.uuid, r.uuid
  LIMIT $most
  RETURN r, b, degree
}
MATCH (f:Fact {fact_id: r.fact_id})
RETURN a.uuid AS near, b.uuid AS far, degree, r {.uuid, .name, .fact, .valid_at, .invalid_at, .created_at, .expired_at,
  fact_uuid: f.uuid, source: startNode(r).uuid, target: endNode(r).uuid} AS edge
ORDER BY near, degree, far, edge.uuid
