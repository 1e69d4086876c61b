// purpose: Write assertions with their evidence, and the facts they support; an assertion that is there already is left alone.
// mode: write
// params: claims LIST<MAP>, operation STRING, now DATETIME
// returns: slot STRING
// timeout: 30s
CYPHER 25
UNWIND $claims AS row
MATCH (ep:Episode {uuid: row.episode})
MATCH (subject:Entity {uuid: row.subject})
MATCH (about:Entity {uuid: row.subject_root})
MERGE (a:Assertion {key: row.key})
ON CREATE SET a += row.assertion, a.uuid = row.uuid, a.operation = $operation, a.created_at = $now
WITH ep, subject, about, row, a
WHERE a.claim = row.claim
MERGE (a)-[stated:STATED_IN]->(ep)
ON CREATE SET stated.start = row.start, stated.end = row.end, stated.quote = row.quote
MERGE (a)-[:SUBJECT]->(subject)
MERGE (f:Fact {fact_id: row.claim})
ON CREATE SET f += row.fact, f.created_at = $now
MERGE (f)-[:SUBJECT]->(about)
MERGE (f)-[by:SUPPORTED_BY]->(a)
// An assertion about a merged entity supports the fact for as long as the entities are one.
ON CREATE SET by.created_at = CASE WHEN row.merged THEN $now END,
  by.expired_at = CASE WHEN row.merged THEN datetime('9999-12-31T00:00:00Z') END
WITH a, f, row
CALL (a, f, row) {
  WITH a, f, row WHERE row.object IS NOT NULL
  MATCH (object:Entity {uuid: row.object})
  MATCH (about:Entity {uuid: row.object_root})
  MERGE (a)-[:OBJECT]->(object)
  MERGE (f)-[:OBJECT]->(about)
}
RETURN DISTINCT a.slot AS slot
