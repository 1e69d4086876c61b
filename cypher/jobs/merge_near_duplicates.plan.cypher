// purpose: Facts of a group with a value in words that somebody believes, after a place in the order of storing.
// mode: read
// params: group_id STRING, after_at DATETIME, after STRING, limit INTEGER
// returns: uuid STRING, at DATETIME, subject STRING, predicate STRING, value STRING, polarity STRING, modality STRING,
//   occurs STRING
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
RETURN f.uuid AS uuid, f.created_at AS at, s.uuid AS subject, f.predicate AS predicate,
  CASE WHEN f.expired_at = datetime('9999-12-31T00:00:00Z') AND f.kind <> 'pattern' THEN f.value END AS value,
  f.polarity AS polarity, f.modality AS modality, toString(f.occurs_from) AS occurs
ORDER BY at, uuid
