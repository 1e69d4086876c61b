// purpose: A page of the facts of groups as they stand at (as of, known at), newest validity first.
// mode: read
// params: group_ids LIST<STRING>, tiers LIST<STRING>, kinds LIST<STRING>, predicates LIST<STRING>,
//   session_ids LIST<STRING>, as_of DATETIME, known_at DATETIME, believed_at DATETIME, include_invalid BOOLEAN,
//   after_at DATETIME, after_uuid STRING, most INTEGER
// returns: uuid STRING, valid_at DATETIME
// timeout: 30s
CYPHER 25
UNWIND $group_ids AS group_id
CALL (group_id) {
  MATCH (x:FactVersion {group_id: group_id})
  WHERE x.valid_at <= $after_at AND x.created_at <= $known_at AND x.expired_at > $believed_at
    AND ($include_invalid OR (x.valid_at <= $as_of AND x.invalid_at > $as_of))
  MATCH (f:Fact)-[:HAS_VERSION]->(x)
  WHERE (x.valid_at < $after_at OR f.uuid > $after_uuid)
    AND f.tier IN $tiers AND f.kind IN $kinds AND (size($predicates) = 0 OR f.predicate IN $predicates)
    AND (size($session_ids) = 0 OR EXISTS {
      MATCH (f)-[:SUPPORTED_BY]->(:Assertion)-[:STATED_IN]->(n:Episode)
      WHERE n.session_id IN $session_ids
    })
    AND (NOT $include_invalid OR x.uuid = head(COLLECT {
      MATCH (f)-[:HAS_VERSION]->(y:FactVersion)
      WHERE y.created_at <= $known_at AND y.expired_at > $believed_at
      RETURN y.uuid
      ORDER BY y.valid_at <= $as_of DESC, y.valid_at <= $as_of AND y.invalid_at > $as_of DESC,
        CASE WHEN y.valid_at <= $as_of THEN y.valid_at END DESC, y.valid_at, y.uuid
      LIMIT 1
    }))
  WITH x, f
  // Ordered as its index is, which is then read in order and left early.
  ORDER BY x.group_id DESC, x.valid_at DESC, f.uuid
  LIMIT $most
  RETURN f.uuid AS uuid, x.valid_at AS valid_at
}
RETURN uuid, valid_at
ORDER BY valid_at DESC, uuid
LIMIT $most
