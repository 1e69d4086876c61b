// purpose: Whether what is believed in slots, or kept of facts that one operation made, was changed after it.
// mode: read
// params: group_id STRING, slots LIST<STRING>, at DATETIME
// returns: changed BOOLEAN
// timeout: 30s
CYPHER 25
RETURN EXISTS {
  UNWIND $slots AS slot
  MATCH (f:Fact {slot: slot})-[:HAS_VERSION]->(v:FactVersion)
  USING INDEX f:Fact(slot)
  WHERE v.created_at > $at OR (v.expired_at > $at AND v.expired_at < datetime('9999-12-31T00:00:00Z'))
  RETURN v
} OR EXISTS {
  UNWIND $slots AS slot
  MATCH (a:Assertion {slot: slot})
  WHERE a.created_at > $at OR (a.retired_at > $at AND a.retired_at < datetime('9999-12-31T00:00:00Z'))
  RETURN a
} OR EXISTS {
  MATCH (o:Operation {group_id: $group_id})
  WHERE o.created_at > $at AND o.kind = 'pin' AND o.undone_by IS NULL
  UNWIND o.ids AS id
  MATCH (f:Fact {uuid: id})
  WHERE f.created_at = $at
  RETURN f
} AS changed
