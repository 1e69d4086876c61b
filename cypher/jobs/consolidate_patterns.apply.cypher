// purpose: End patterns whose evidence is gone, write new ones, and bring those that stay up to date.
// mode: write
// params: ended LIST<STRING>, patterns LIST<MAP>, operation STRING, now DATETIME
// returns: written INTEGER
// timeout: 60s
CYPHER 25
CALL () {
  UNWIND $ended AS fact_id
  MATCH (f:Fact {fact_id: fact_id})-[:HAS_VERSION]->(v:FactVersion)
  WHERE v.expired_at = datetime('9999-12-31T00:00:00Z')
  SET v.expired_at = $now, v.expired_by = $operation, f.expired_at = $now
}
CALL () {
  UNWIND $ended + [row IN $patterns | row.fact_id] AS fact_id
  MATCH (f:Fact {fact_id: fact_id})-[r:SUPPORTED_BY|DERIVED_FROM]->()
  WHERE r.expired_at = datetime('9999-12-31T00:00:00Z')
  SET r.expired_at = $now
}
CALL () {
  UNWIND $patterns AS row
  MATCH (s:Entity {uuid: row.subject})
  MERGE (f:Fact {fact_id: row.fact_id})
  ON CREATE SET f = row.created, f.created_at = $now
  SET f += row.properties
  MERGE (f)-[:SUBJECT]->(s)
}
CALL () {
  UNWIND $patterns AS row
  MATCH (f:Fact {fact_id: row.fact_id})
  MATCH (o:Entity {uuid: row.object})
  MERGE (f)-[:OBJECT]->(o)
}
CALL () {
  UNWIND $patterns AS row
  MATCH (f:Fact {fact_id: row.fact_id})
  WHERE row.embedding IS NOT NULL
  SET f.embedding = toFloatList(row.embedding)
}
CALL () {
  UNWIND $patterns AS row
  MATCH (f:Fact {fact_id: row.fact_id})
  CALL (f, row) {
    MATCH (f)-[:HAS_VERSION]->(v:FactVersion)
    WHERE v.expired_at = datetime('9999-12-31T00:00:00Z') AND v.valid_at <> row.version.valid_at
    SET v.expired_at = $now, v.expired_by = $operation
  }
  WITH f, row
  WHERE NOT EXISTS {
    MATCH (f)-[:HAS_VERSION]->(v:FactVersion)
    WHERE v.expired_at = datetime('9999-12-31T00:00:00Z')
  }
  CREATE (f)-[:HAS_VERSION]->(v:FactVersion)
  SET v = row.version, v.group_id = f.group_id, v.created_at = $now, v.expired_at = datetime('9999-12-31T00:00:00Z'),
    v.operation = $operation
}
CALL () {
  UNWIND $patterns AS row
  MATCH (f:Fact {fact_id: row.fact_id})
  UNWIND row.support AS key
  MATCH (a:Assertion {key: key})
  CREATE (f)-[:SUPPORTED_BY {created_at: $now, expired_at: datetime('9999-12-31T00:00:00Z')}]->(a)
}
CALL () {
  UNWIND $patterns AS row
  MATCH (f:Fact {fact_id: row.fact_id})
  UNWIND row.facts AS uuid
  MATCH (e:Fact {uuid: uuid})
  CREATE (f)-[:DERIVED_FROM {created_at: $now, expired_at: datetime('9999-12-31T00:00:00Z')}]->(e)
}
RETURN size($ended) + size($patterns) AS written
