// purpose: Give what some turns say of an entity to another one: mentions, assertions and their evidence change hands.
// mode: write
// params: entity STRING, part STRING, turns LIST<STRING>, now DATETIME
// returns: mentions INTEGER, assertions INTEGER
// timeout: 60s
CYPHER 25
MATCH (e:Entity {uuid: $entity})
MATCH (p:Entity {uuid: $part})
CALL (e, p) {
  UNWIND $turns AS turn
  MATCH (n:Episode {uuid: turn})-[m:MENTIONS]->(e)
  CREATE (n)-[moved:MENTIONS]->(p)
  SET moved = properties(m)
  DELETE m
  RETURN count(moved) AS mentions
}
CALL (e, p) {
  UNWIND $turns AS turn
  MATCH (:Episode {uuid: turn})<-[:STATED_IN]-(a:Assertion)-[r:SUBJECT]->(e)
  DELETE r
  CREATE (a)-[:SUBJECT]->(p)
  RETURN collect(a) AS about
}
CALL (e, p) {
  UNWIND $turns AS turn
  MATCH (:Episode {uuid: turn})<-[:STATED_IN]-(a:Assertion)-[r:OBJECT]->(e)
  DELETE r
  CREATE (a)-[:OBJECT]->(p)
  RETURN collect(a) AS naming
}
CALL (about, naming) {
  UNWIND about + naming AS a
  MATCH (a)<-[by:SUPPORTED_BY]-(:Fact)
  WHERE by.expired_at IS NULL
  SET by.expired_at = $now
}
CALL (e, p) {
  UNWIND [e, p] AS one
  SET one.mention_count = COUNT { (one)<-[:MENTIONS]-() }
}
RETURN mentions, size(about) + size(naming) AS assertions
