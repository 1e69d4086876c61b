// purpose: Keep RELATES_TO, one for each version of a positive, asserted fact between entities, equal to the versions.
// mode: write
// params: fact_ids LIST<STRING>
// returns: projected INTEGER
// timeout: 30s
CYPHER 25
UNWIND $fact_ids AS fact_id
MATCH (f:Fact {fact_id: fact_id})
WHERE f.polarity = 'positive' AND f.modality = 'asserted'
MATCH (f)-[:SUBJECT]->(s:Entity)
MATCH (f)-[:OBJECT]->(o:Entity)
MATCH (f)-[:HAS_VERSION]->(v:FactVersion)
CALL (f) {
  MATCH (f)-[by:SUPPORTED_BY]->(a:Assertion)-[:STATED_IN]->(e:Episode)
  WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
    AND (by.expired_at IS NULL OR by.expired_at = datetime('9999-12-31T00:00:00Z'))
  WITH DISTINCT e ORDER BY e.valid_at, e.seq
  RETURN collect(e.uuid) AS episodes
}
MERGE (s)-[r:RELATES_TO {uuid: v.uuid}]->(o)
SET r.group_id = f.group_id,
    r.name = f.predicate,
    r.fact = f.text,
    r.fact_id = f.fact_id,
    r.valid_at = v.valid_at,
    r.invalid_at = v.invalid_at,
    r.created_at = v.created_at,
    r.expired_at = v.expired_at,
    r.episodes = episodes
RETURN count(r) AS projected
