// purpose: Every assertion in slots, live or not, with what its keys are made of and whom its entities stand for.
// mode: read
// params: slots LIST<STRING>
// returns: key STRING, claim STRING, slot STRING, single BOOLEAN, predicate STRING, value_key STRING, polarity STRING,
//   modality STRING, occurs_from DATETIME, occurrence STRING, subject STRING, subject_root STRING, object STRING,
//   object_root STRING
// timeout: 60s
CYPHER 25
UNWIND $slots AS slot
MATCH (a:Assertion {slot: slot})-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (s)-[to:SAME_AS]->(sr:Entity)
WHERE to.status = 'merged' AND to.expired_at = datetime('9999-12-31T00:00:00Z')
OPTIONAL MATCH (a)-[:OBJECT]->(o:Entity)
OPTIONAL MATCH (o)-[too:SAME_AS]->(r:Entity)
WHERE too.status = 'merged' AND too.expired_at = datetime('9999-12-31T00:00:00Z')
RETURN a.key AS key, a.claim AS claim, a.slot AS slot, a.single AS single, a.predicate AS predicate,
  a.value_key AS value_key, a.polarity AS polarity, a.modality AS modality, a.occurs_from AS occurs_from,
  a.occurrence AS occurrence, s.uuid AS subject, coalesce(sr.uuid, s.uuid) AS subject_root, o.uuid AS object,
  coalesce(r.uuid, o.uuid) AS object_root
ORDER BY key
