// purpose: Give assertions the slots that the catalogue's cardinality asks for, and facts theirs.
// mode: write
// params: assertions LIST<MAP>, facts LIST<MAP>
// returns: moved INTEGER
// timeout: 60s
CYPHER 25
CALL () {
  UNWIND $assertions AS row
  MATCH (a:Assertion {key: row.key})
  SET a.slot = row.slot, a.single = row.single
}
CALL () {
  UNWIND $facts AS row
  MATCH (f:Fact {fact_id: row.fact_id})
  SET f.slot = row.slot
}
RETURN size($assertions) AS moved
