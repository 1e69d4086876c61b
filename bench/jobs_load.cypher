// purpose: Load made facts of a group with what they rest on, stored in the past.
// mode: write
// params: people LIST<MAP>, rows LIST<MAP>, episode MAP
// returns: loaded INTEGER
// timeout: 120s
CYPHER 25
CALL () {
  UNWIND $people AS row
  MERGE (e:Entity {uuid: row.uuid})
  ON CREATE SET e += row
}
CREATE (n:Episode)
SET n = $episode
WITH n
UNWIND $rows AS row
MATCH (e:Entity {uuid: row.subject})
CREATE (f:Fact)-[:SUBJECT]->(e)
SET f = row.fact, f.embedding = toFloatList(row.embedding)
CREATE (f)-[:HAS_VERSION]->(v:FactVersion)
SET v = row.version
CREATE (f)-[:SUPPORTED_BY]->(a:Assertion)-[:SUBJECT]->(e)
SET a = row.assertion
CREATE (a)-[:STATED_IN {start: 0, end: 1, quote: ''}]->(n)
RETURN count(f) AS loaded
