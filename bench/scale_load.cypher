// purpose: Load made turns, each with the fact it states and its provenance, as the ingestion would have left them.
// mode: write
// params: group_id STRING, entities LIST<MAP>, rows LIST<MAP>, now DATETIME
// returns: loaded INTEGER
// timeout: 120s
CYPHER 25
CALL () {
  UNWIND $entities AS row
  MERGE (e:Entity {uuid: row.uuid})
  ON CREATE SET e += row.properties, e.created_at = $now, e.embedding = toFloatList(row.embedding)
  MERGE (n:EntityName {key: row.name_key})
  ON CREATE SET n.uuid = row.name_uuid, n.name_key = row.name_key, n.group_id = $group_id
  MERGE (n)-[:NAMES]->(e)
}
CALL () {
  UNWIND $rows AS row
  MATCH (about:Entity {uuid: row.subject})
  MATCH (object:Entity {uuid: row.object})
  MERGE (s:Session {session_key: row.session.session_key})
  ON CREATE SET s += row.session, s.created_at = $now
  CREATE (s)-[:HAS_EPISODE]->(e:Episode:Episodic)
  SET e = row.episode, e.created_at = $now, e.embedding = toFloatList(row.embedding)
  CREATE (e)-[:MENTIONS {start: 0, end: 1, surface: '', extractor: 'bench', confidence: 1.0}]->(about)
  CREATE (f:Fact)
  SET f = row.fact, f.created_at = $now, f.embedding = toFloatList(row.fact_embedding)
  CREATE (f)-[:SUBJECT]->(about)
  CREATE (f)-[:OBJECT]->(object)
  CREATE (f)-[:HAS_VERSION]->(v:FactVersion)
  SET v = row.version, v.created_at = $now
  CREATE (f)-[:SUPPORTED_BY]->(a:Assertion)-[:STATED_IN {start: 0, end: row.end, quote: row.fact.text}]->(e)
  SET a = row.assertion, a.created_at = $now
  CREATE (a)-[:SUBJECT]->(about)
  CREATE (a)-[:OBJECT]->(object)
  WITH e, row
  MATCH (before:Episode {uuid: row.before})
  CREATE (before)-[:NEXT_EPISODE]->(e)
}
RETURN size($rows) AS loaded
