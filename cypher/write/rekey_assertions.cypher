// purpose: Move assertions to the claims and slots of whom their entities now stand for; facts that this needs are made,
//   and a pin goes along: which facts that were there before are pinned by that.
// mode: write
// params: rows LIST<MAP>, now DATETIME
// returns: pinned LIST<STRING>
// timeout: 60s
CYPHER 25
CALL () {
  UNWIND $rows AS row
  MATCH (old:Fact {fact_id: row.before})
  WITH row.claim AS claim, row.slot AS slot, row.subject AS subject, row.object AS object, min(row.fact) AS uuid,
    collect(old) AS olds
  WITH claim, slot, subject, object, uuid, olds[0] AS old
  WHERE NOT EXISTS { MATCH (:Fact {fact_id: claim}) }
  MATCH (s:Entity {uuid: subject})
  CREATE (f:Fact)-[:SUBJECT]->(s)
  SET f = old {.*, uuid: uuid, fact_id: claim, slot: slot, created_at: $now, mention_count: 0,
               expired_at: datetime('9999-12-31T00:00:00Z')}
  WITH f, object
  WHERE object IS NOT NULL
  MATCH (o:Entity {uuid: object})
  CREATE (f)-[:OBJECT]->(o)
}
CALL () {
  UNWIND $rows AS row
  MATCH (a:Assertion {key: row.key})
  SET a.claim = row.claim, a.slot = row.slot, a.value_key = row.value_key
}
CALL () {
  UNWIND $rows AS row
  MATCH (a:Assertion {key: row.key})<-[by:SUPPORTED_BY]-(f:Fact)
  WHERE by.expired_at = datetime('9999-12-31T00:00:00Z') AND f.fact_id <> row.claim
  SET by.expired_at = $now
}
CALL () {
  UNWIND $rows AS row
  MATCH (f:Fact {fact_id: row.claim})
  MATCH (a:Assertion {key: row.key})
  WHERE NOT EXISTS {
    MATCH (f)-[by:SUPPORTED_BY]->(a)
    WHERE by.expired_at IS NULL OR by.expired_at = datetime('9999-12-31T00:00:00Z')
  }
  CREATE (f)-[by:SUPPORTED_BY]->(a)
  SET by.created_at = $now, by.expired_at = datetime('9999-12-31T00:00:00Z')
}
CALL () {
  UNWIND $rows AS row
  MATCH (old:Fact {fact_id: row.before})
  WHERE old.pinned
  MATCH (f:Fact {fact_id: row.claim})
  WHERE NOT f.pinned
  WITH DISTINCT f
  SET f.pinned = true
  RETURN collect(CASE WHEN f.created_at < $now THEN f.uuid END) AS pinned
}
RETURN pinned
