// purpose: A page of the changes of entities in the order they happened, as believed at a time of knowledge.
// mode: read
// params: group_ids LIST<STRING>, entities LIST<STRING>, predicates LIST<STRING>, since DATETIME, until DATETIME,
//   now DATETIME, known_at DATETIME, believed_at DATETIME, corrections LIST<STRING>, after_at DATETIME, after_id STRING,
//   most INTEGER
// returns: id STRING, change STRING, at DATETIME, learned_at DATETIME, fact STRING, other STRING, entity STRING,
//   rule STRING, reason STRING, operation STRING
// timeout: 30s
CYPHER 25
CALL () {
  CALL () {
    UNWIND $entities AS uuid
    MATCH (:Entity {uuid: uuid})<-[:SUBJECT|OBJECT]-(f:Fact)
    WHERE f.group_id IN $group_ids AND (size($predicates) = 0 OR f.predicate IN $predicates)
    RETURN DISTINCT f
  }
  CALL (f) {
    // What began, happened or was planned.
    MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
    WHERE x.created_at <= $known_at AND x.expired_at > $believed_at
    RETURN CASE WHEN f.modality = 'planned' THEN 'planned' WHEN f.kind = 'event' THEN 'happened' ELSE 'started' END AS change,
      x.uuid AS key, x.valid_at AS at, x.created_at AS learned_at, null AS other, null AS rule, null AS reason,
      x.operation AS operation
    UNION ALL
    // What ended with nothing in its place, or because it was denied.
    MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
    WHERE x.created_at <= $known_at AND x.expired_at > $believed_at AND x.invalid_at < datetime('9999-12-31T00:00:00Z')
      AND x.rule <> 'single_value'
    RETURN 'ended' AS change, x.uuid AS key, x.invalid_at AS at, x.created_at AS learned_at, head(COLLECT {
        MATCH (f)<-[by:SUPERSEDES]-(o:Fact)
        WHERE by.valid_at = x.invalid_at AND by.created_at <= $known_at AND by.expired_at > $believed_at
        RETURN o.uuid ORDER BY o.uuid
      }) AS other, x.rule AS rule, x.reason AS reason, x.operation AS operation
    UNION ALL
    // What gave way to another value.
    MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
    WHERE x.created_at <= $known_at AND x.expired_at > $believed_at AND x.invalid_at < datetime('9999-12-31T00:00:00Z')
      AND x.rule = 'single_value'
    RETURN 'superseded' AS change, x.uuid AS key, x.invalid_at AS at, x.created_at AS learned_at, head(COLLECT {
        MATCH (f)<-[by:SUPERSEDES]-(o:Fact)
        WHERE by.valid_at = x.invalid_at AND by.created_at <= $known_at AND by.expired_at > $believed_at
        RETURN o.uuid ORDER BY o.uuid
      }) AS other, x.rule AS rule, x.reason AS reason, x.operation AS operation
    UNION ALL
    // What is due: a plan whose date has come by the reader's clock.
    MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
    WHERE f.modality = 'planned' AND x.created_at <= $known_at AND x.expired_at > $believed_at
      AND f.occurs_from >= x.valid_at AND f.occurs_from < x.invalid_at AND f.occurs_from <= $now
    RETURN 'due' AS change, x.uuid AS key, f.occurs_from AS at, x.created_at AS learned_at, null AS other, null AS rule,
      null AS reason, x.operation AS operation
    UNION ALL
    // What is not believed any more though it was, by what was said or by hand.
    MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
    WHERE x.created_at <= $known_at
    WITH f, collect(x) AS written, max(x.expired_at) AS last
    WHERE last <= $believed_at
    UNWIND written AS x
    WITH x, last
    WHERE x.expired_at = last
    WITH x
    ORDER BY x.uuid
    LIMIT 1
    MATCH (o:Operation {uuid: x.expired_by})
    OPTIONAL MATCH (undone:Operation {uuid: o.undoes})
    WITH x, o, undone
    WHERE coalesce(undone.kind, o.kind) IN $corrections
    RETURN 'corrected' AS change, x.uuid AS key, x.expired_at AS at, x.expired_at AS learned_at, null AS other,
      o.kind AS rule, o.reason AS reason, o.uuid AS operation
  }
  RETURN change, key, at, learned_at, f.uuid AS fact, other, null AS entity, rule, reason, operation
  UNION ALL
  UNWIND $entities AS uuid
  MATCH (m:Entity {uuid: uuid})-[same:SAME_AS]->(r:Entity)
  WHERE same.status = 'merged' AND same.created_at <= $known_at AND same.expired_at > $believed_at
    AND size($predicates) = 0
  RETURN 'merged' AS change, same.uuid AS key, same.created_at AS at, same.created_at AS learned_at, null AS fact,
    null AS other, m.uuid AS entity, null AS rule, null AS reason, same.operation AS operation
}
WITH change, change + ':' + key AS id, at, learned_at, fact, other, entity, rule, reason, operation
WHERE at >= $since AND at < $until AND at <= $now AND (at > $after_at OR (at = $after_at AND id > $after_id))
RETURN id, change, at, learned_at, fact, other, entity, rule, reason, operation
ORDER BY at, id
LIMIT $most
