// purpose: What a group believes, in names and world times.
// mode: read
// params: group_id STRING
// returns: subject STRING, predicate STRING, object STRING, polarity STRING, valid_at DATETIME, invalid_at DATETIME, rule STRING, mentions INTEGER
// timeout: 10s
CYPHER 25
MATCH (f:Fact {group_id: $group_id})
MATCH (f)-[:SUBJECT]->(s:Entity)
MATCH (f)-[:HAS_VERSION]->(v:FactVersion)
WHERE v.expired_at = datetime('9999-12-31T00:00:00Z')
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN s.name AS subject, f.predicate AS predicate, coalesce(o.name, f.value) AS object, f.polarity AS polarity,
       v.valid_at AS valid_at, v.invalid_at AS invalid_at, v.rule AS rule, f.mention_count AS mentions
