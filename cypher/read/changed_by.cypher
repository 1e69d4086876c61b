// purpose: Operations that changed what is believed in slots after a moment and are not undone.
// mode: read
// params: slots LIST<STRING>, at DATETIME
// returns: uuid STRING
// timeout: 30s
CYPHER 25
UNWIND $slots AS slot
CALL (slot) {
  MATCH (f:Fact {slot: slot})-[:HAS_VERSION]->(v:FactVersion)
  USING INDEX f:Fact(slot)
  WHERE v.created_at > $at
  RETURN v.operation AS by
  UNION
  MATCH (f:Fact {slot: slot})-[:HAS_VERSION]->(v:FactVersion)
  USING INDEX f:Fact(slot)
  WHERE v.expired_at > $at AND v.expired_by IS NOT NULL
  RETURN v.expired_by AS by
  UNION
  MATCH (a:Assertion {slot: slot})
  WHERE a.created_at > $at
  RETURN a.operation AS by
  UNION
  MATCH (a:Assertion {slot: slot})
  WHERE a.retired_at > $at AND a.retired_by IS NOT NULL
  RETURN a.retired_by AS by
}
WITH DISTINCT by
MATCH (o:Operation {uuid: by})
WHERE o.undone_by IS NULL AND o.created_at > $at
RETURN o.uuid AS uuid
ORDER BY o.created_at DESC
