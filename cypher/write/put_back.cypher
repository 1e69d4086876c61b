// purpose: Give what an operation changed its earlier properties again, within one transaction; names the facts in slots.
// mode: write
// params: group_id STRING, undone STRING, slots LIST<STRING>
// returns: fact_id STRING
// timeout: 60s
CYPHER 25
CALL () {
  MATCH (:Operation {uuid: $undone})-[c:CHANGED]->(n)
  WHERE n.group_id = $group_id
  UNWIND c.keys AS key
  SET n[key] = c[key]
}
UNWIND $slots AS slot
MATCH (f:Fact {slot: slot})
RETURN DISTINCT f.fact_id AS fact_id
