// purpose: Give an entity back what was parted from it at a time, and leave no trace of the part.
// mode: write
// params: entity STRING, part STRING, at DATETIME
// returns: mentions INTEGER
// timeout: 60s
CYPHER 25
MATCH (e:Entity {uuid: $entity})
MATCH (p:Entity {uuid: $part})
CALL (e, p) {
  MATCH (n:Episode)-[m:MENTIONS]->(p)
  CREATE (n)-[moved:MENTIONS]->(e)
  SET moved = properties(m)
  DELETE m
  RETURN count(moved) AS mentions
}
CALL (e, p) {
  MATCH (a:Assertion)-[r:SUBJECT]->(p)
  DELETE r
  CREATE (a)-[:SUBJECT]->(e)
}
CALL (e, p) {
  MATCH (a:Assertion)-[r:OBJECT]->(p)
  DELETE r
  CREATE (a)-[:OBJECT]->(e)
}
CALL (e) {
  MATCH (e)<-[:SUBJECT|OBJECT]-(:Assertion)<-[by:SUPPORTED_BY]-(:Fact)
  WHERE by.expired_at = $at AND by.created_at IS NULL
  SET by.expired_at = null
}
SET e.mention_count = COUNT { (e)<-[:MENTIONS]-() }
RETURN mentions
