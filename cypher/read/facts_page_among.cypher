// purpose: A page of the facts that have some words or name some entities, as they stand at (as of, known at).
// mode: read
// params: group_ids LIST<STRING>, query_en STRING, query_cjk STRING, entities LIST<STRING>, tiers LIST<STRING>,
//   kinds LIST<STRING>, predicates LIST<STRING>, session_ids LIST<STRING>, as_of DATETIME, known_at DATETIME,
//   believed_at DATETIME, include_invalid BOOLEAN, after_at DATETIME, after_uuid STRING, most INTEGER, scan INTEGER
// returns: uuid STRING, valid_at DATETIME
// timeout: 30s
CYPHER 25
// Full-text indexes follow commits in the background: each is asked once it has what was committed before.
CALL () {
  WITH $query_en AS q
  WHERE q <> ''
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  CALL db.index.fulltext.queryNodes('fact_text_en', q, {limit: $scan}) YIELD node AS f
  RETURN f
  UNION
  WITH $query_cjk AS q
  WHERE q <> ''
  CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
  CALL db.index.fulltext.queryNodes('fact_text_cjk', q, {limit: $scan}) YIELD node AS f
  RETURN f
  UNION
  UNWIND CASE WHEN $query_en = '' AND $query_cjk = '' THEN $entities ELSE [] END AS uuid
  MATCH (:Entity {uuid: uuid})<-[:SUBJECT|OBJECT]-(f:Fact)
  RETURN f
}
WITH f
WHERE f.group_id IN $group_ids
  AND f.tier IN $tiers AND f.kind IN $kinds AND (size($predicates) = 0 OR f.predicate IN $predicates)
  AND (size($entities) = 0 OR EXISTS {
    MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity)
    WHERE e.uuid IN $entities
  })
  AND (size($session_ids) = 0 OR EXISTS {
    MATCH (f)-[:SUPPORTED_BY]->(:Assertion)-[:STATED_IN]->(n:Episode)
    WHERE n.session_id IN $session_ids
  })
CALL (f) {
  MATCH (f)-[:HAS_VERSION]->(y:FactVersion)
  WHERE y.created_at <= $known_at AND y.expired_at > $believed_at
    AND ($include_invalid OR (y.valid_at <= $as_of AND y.invalid_at > $as_of))
  RETURN y AS x
  ORDER BY y.valid_at <= $as_of DESC, y.valid_at <= $as_of AND y.invalid_at > $as_of DESC,
    CASE WHEN y.valid_at <= $as_of THEN y.valid_at END DESC, y.valid_at, y.uuid
  LIMIT 1
}
WITH f.uuid AS uuid, x.valid_at AS valid_at
WHERE valid_at < $after_at OR (valid_at = $after_at AND uuid > $after_uuid)
RETURN uuid, valid_at
ORDER BY valid_at DESC, uuid
LIMIT $most
