// purpose: The facts read out of a turn, or that name entities; with a subject and a predicate, all that ever stood there.
// mode: read
// params: group_ids LIST<STRING>, episode STRING, entities LIST<STRING>, as_object BOOLEAN, predicate STRING, most INTEGER
// returns: uuid STRING, subject STRING, predicate STRING
// timeout: 30s
CYPHER 25
CALL () {
  MATCH (:Episode {uuid: $episode})<-[:STATED_IN]-(:Assertion)<-[by:SUPPORTED_BY]-(f:Fact)
  WHERE by.expired_at IS NULL OR by.expired_at = datetime('9999-12-31T00:00:00Z')
  RETURN f
  UNION
  UNWIND $entities AS uuid
  MATCH (:Entity {uuid: uuid})<-[:SUBJECT]-(f:Fact)
  RETURN f
  UNION
  UNWIND $entities AS uuid
  MATCH (:Entity {uuid: uuid})<-[:OBJECT]-(f:Fact)
  WHERE $as_object
  RETURN f
}
WITH f
WHERE f.group_id IN $group_ids AND ($predicate = '' OR f.predicate = $predicate)
MATCH (f)-[:SUBJECT]->(s:Entity)
RETURN f.uuid AS uuid, s.uuid AS subject, f.predicate AS predicate
ORDER BY f.predicate, f.valid_at, f.uuid
LIMIT $most
