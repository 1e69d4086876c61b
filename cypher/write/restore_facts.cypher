// purpose: Put facts that nobody believes back as they were.
// mode: write
// params: facts LIST<MAP>
// returns: restored INTEGER
// timeout: 30s
CYPHER 25
UNWIND $facts AS row
MATCH (f:Fact {fact_id: row.fact_id})
SET f += row.properties
WITH f, row
CALL (f, row) {
  WITH f, row
  WHERE row.embedding IS NOT NULL
  SET f.embedding = toFloatList(row.embedding)
}
RETURN count(f) AS restored
