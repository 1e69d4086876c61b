// purpose: What was said of happenings, with the times and the words to tell a pattern by.
// mode: read
// params: uuids LIST<STRING>
// returns: fact STRING, key STRING, subject STRING, object STRING, subject_name STRING, object_name STRING, predicate STRING,
//   value STRING, text STRING, occurs_from DATETIME, precision STRING, said_at DATETIME, tz STRING, confidence FLOAT, importance FLOAT,
//   created_at DATETIME
// timeout: 60s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (f:Fact {uuid: uuid})-[:SUBJECT]->(s:Entity)
WHERE f.expired_at = datetime('9999-12-31T00:00:00Z')
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
MATCH (a:Assertion {claim: f.fact_id})-[:STATED_IN]->(e:Episode)
WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
RETURN f.uuid AS fact, a.key AS key, s.uuid AS subject, o.uuid AS object, s.name AS subject_name, o.name AS object_name, a.predicate AS predicate, a.value AS value,
  a.text AS text, a.occurs_from AS occurs_from, a.precision AS precision, a.said_at AS said_at,
  e.tz AS tz, a.confidence AS confidence, a.importance AS importance, a.created_at AS created_at
ORDER BY said_at, key
