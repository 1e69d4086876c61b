// purpose: Where RELATES_TO differs from the versions it mirrors: missing, left over, or with other intervals.
// mode: read
// params: group_id STRING
// returns: difference STRING
// timeout: 60s
CYPHER 25
CALL () {
  MATCH (f:Fact {group_id: $group_id})
  USING INDEX f:Fact(group_id, created_at)
  WHERE f.created_at IS NOT NULL AND f.polarity = 'positive' AND f.modality = 'asserted'
  MATCH (f)-[:SUBJECT]->(s:Entity)
  MATCH (f)-[:OBJECT]->(o:Entity)
  MATCH (f)-[:HAS_VERSION]->(v:FactVersion)
  OPTIONAL MATCH (s)-[r:RELATES_TO {uuid: v.uuid}]->(o)
  WITH f, v, r
  WHERE r IS NULL
     OR r.valid_at <> v.valid_at OR r.invalid_at <> v.invalid_at
     OR r.created_at <> v.created_at OR r.expired_at <> v.expired_at
     OR r.fact <> f.text OR r.fact_id <> f.fact_id OR r.name <> f.predicate OR r.group_id <> f.group_id
  RETURN (CASE WHEN r IS NULL THEN 'missing' ELSE 'different' END) + ': version ' + v.uuid AS difference
  UNION ALL
  MATCH (s:Entity {group_id: $group_id})-[r:RELATES_TO]->(:Entity)
  USING INDEX s:Entity(group_id, identity_key)
  WHERE s.identity_key IS NOT NULL AND NOT EXISTS {
    MATCH (:FactVersion {uuid: r.uuid})<-[:HAS_VERSION]-(f:Fact)-[:SUBJECT]->(s)
    WHERE f.polarity = 'positive' AND f.modality = 'asserted'
  }
  RETURN 'left over: relationship ' + r.uuid AS difference
}
RETURN difference
ORDER BY difference
