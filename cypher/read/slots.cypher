// purpose: Everything the timelines of slots are computed from, and what is believed about them at present.
// mode: read
// params: slots LIST<STRING>
// returns: slot STRING, assertions LIST<MAP>, facts LIST<MAP>, versions LIST<MAP>, supersedes LIST<MAP>, contradicts LIST<MAP>,
//   source_trust LIST<STRING>
// timeout: 30s
CYPHER 25
UNWIND $slots AS slot
CALL (slot) {
  MATCH (a:Assertion {slot: slot})
  WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
  RETURN collect(a {.*}) AS assertions
}
CALL (slot) {
  MATCH (f:Fact {slot: slot})
  RETURN collect(f {.uuid, .fact_id, .text, .base_importance, .last_stated_at, embedded: f.embedding IS NOT NULL}) AS facts
}
CALL (slot) {
  MATCH (f:Fact {slot: slot})-[:HAS_VERSION]->(v:FactVersion)
  USING INDEX f:Fact(slot)
  WHERE v.expired_at = datetime('9999-12-31T00:00:00Z')
  RETURN collect(v {.*}) AS versions
}
CALL (slot) {
  MATCH (newer:Fact {slot: slot})-[r:SUPERSEDES]->(older:Fact)
  USING INDEX newer:Fact(slot)
  WHERE r.expired_at = datetime('9999-12-31T00:00:00Z')
  RETURN collect({newer: newer.fact_id, older: older.fact_id, at: r.valid_at, rule: r.rule}) AS supersedes
}
CALL (slot) {
  MATCH (chosen:Fact {slot: slot})-[r:CONTRADICTS]->(other:Fact)
  USING INDEX chosen:Fact(slot)
  WHERE r.expired_at = datetime('9999-12-31T00:00:00Z')
  RETURN collect({chosen: chosen.fact_id, other: other.fact_id}) AS contradicts
}
CALL (slot) {
  MATCH (f:Fact {slot: slot})
  WITH f
  LIMIT 1
  MATCH (g:Group {group_id: f.group_id})
  RETURN head(collect(g.source_trust)) AS source_trust
}
RETURN slot, assertions, facts, versions, supersedes, contradicts, source_trust
