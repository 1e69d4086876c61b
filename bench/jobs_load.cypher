// purpose: Load made facts of a group, stored in the past.
// mode: write
// params: rows LIST<MAP>
// returns: loaded INTEGER
// timeout: 120s
CYPHER 25
UNWIND $rows AS row
CREATE (f:Fact)
SET f = row.properties, f.embedding = toFloatList(row.embedding)
RETURN count(f) AS loaded
