// purpose: The operations that wrote, retired, changed or ended something of a fact or a turn, oldest first.
// mode: read
// params: group_id STRING, uuid STRING, most INTEGER
// returns: operation MAP
// timeout: 30s
CYPHER 25
CALL () {
  MATCH (:Fact {uuid: $uuid})-[:HAS_VERSION]->(x:FactVersion)
  UNWIND [x.operation, x.expired_by] AS id
  RETURN id
  UNION
  MATCH (:Fact {uuid: $uuid})-[:SUPPORTED_BY]->(a:Assertion)
  UNWIND [a.operation, a.retired_by] AS id
  RETURN id
  UNION
  MATCH (:Episode {uuid: $uuid})<-[:STATED_IN]-(a:Assertion)
  UNWIND [a.operation, a.retired_by] AS id
  RETURN id
}
MATCH (o:Operation {uuid: id})
WHERE o.group_id = $group_id
RETURN o {.*} AS operation
ORDER BY o.created_at, o.uuid
LIMIT $most
