// purpose: Facts of a group that may be happenings, and the patterns there are, after a place in the order of storing.
// mode: read
// params: group_id STRING, after_at DATETIME, after STRING, limit INTEGER
// returns: uuid STRING, at DATETIME, kind STRING, subject STRING, object STRING, predicate STRING, value STRING, mentions INTEGER,
//   pattern MAP
// timeout: 60s
CYPHER 25
MATCH (f:Fact)
USING INDEX f:Fact(group_id, created_at)
WHERE f.group_id = $group_id AND f.created_at >= $after_at AND (f.created_at > $after_at OR f.uuid > $after)
WITH f
// Ordered as its index is, which is then read in order and left early.
ORDER BY f.group_id, f.created_at, f.uuid
LIMIT $limit
MATCH (f)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN f.uuid AS uuid, f.created_at AS at,
  CASE WHEN f.expired_at = datetime('9999-12-31T00:00:00Z') AND f.polarity = 'positive' AND f.modality = 'asserted'
    AND f.kind IN ['event', 'pattern'] THEN f.kind END AS kind,
  s.uuid AS subject, o.uuid AS object, f.predicate AS predicate, f.value AS value, f.mention_count AS mentions,
  CASE WHEN f.kind = 'pattern' THEN f {.fact_id, .slot, .text, .value, .mention_count, .valid_at, support: COLLECT {
    MATCH (f)-[by:SUPPORTED_BY]->(a:Assertion)
    WHERE by.expired_at = datetime('9999-12-31T00:00:00Z')
    RETURN a.key
    ORDER BY a.key
  }} END AS pattern
ORDER BY at, uuid
