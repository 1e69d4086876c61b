// purpose: Facts of a group with their slots, after a place in the order of storing: whether no earlier one has the slot, and
//   whether the slot holds what one assertion says, as it says it, so that there is nothing to resolve.
// mode: read
// params: group_id STRING, after_at DATETIME, after STRING, limit INTEGER
// returns: uuid STRING, at DATETIME, slot STRING, predicate STRING, modality STRING, single BOOLEAN, first BOOLEAN, settled BOOLEAN
// timeout: 60s
CYPHER 25
MATCH (f:Fact)
USING INDEX f:Fact(group_id, created_at)
WHERE f.group_id = $group_id AND f.created_at >= $after_at AND (f.created_at > $after_at OR f.uuid > $after)
WITH f
// Ordered as its index is, which is then read in order and left early.
ORDER BY f.group_id, f.created_at, f.uuid
LIMIT $limit
CALL (f) {
  MATCH (a:Assertion {slot: f.slot})
  WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
  RETURN count(a) AS said, head(collect(a)) AS a
}
CALL (f) {
  MATCH (f)-[:HAS_VERSION]->(v:FactVersion)
  WHERE v.expired_at = datetime('9999-12-31T00:00:00Z')
  RETURN count(v) AS held, head(collect(v)) AS v
}
WITH f, a, v, said, held, COUNT { MATCH (g:Fact {slot: f.slot}) } AS facts
RETURN f.uuid AS uuid, f.created_at AS at, f.slot AS slot, f.predicate AS predicate, f.modality AS modality, a.single AS single,
  f.kind <> 'pattern' AND (facts = 1 OR NOT EXISTS {
    MATCH (g:Fact {slot: f.slot})
    WHERE g.created_at < f.created_at OR (g.created_at = f.created_at AND g.uuid < f.uuid)
  }) AS first,
  coalesce(facts = 1 AND said = 1 AND held = 1 AND v.valid_at = a.from AND v.invalid_at = a.to AND v.valid_precision = a.precision
    AND a.claim = f.fact_id AND a.from > datetime('0001-01-01T00:00:00Z')
    AND v.rule = CASE WHEN a.to = datetime('9999-12-31T00:00:00Z') THEN 'open' ELSE 'stated_end' END
    AND NOT EXISTS {
      MATCH (f)-[r:SUPERSEDES|CONTRADICTS]-()
      WHERE r.expired_at = datetime('9999-12-31T00:00:00Z')
    }, false) AS settled
ORDER BY at, uuid
