// purpose: Record which facts replaced or contradict which, and end the records that no longer hold.
// mode: write
// params: superseded LIST<MAP>, unsuperseded LIST<MAP>, contradicted LIST<MAP>, uncontradicted LIST<MAP>, now DATETIME
// returns: changed INTEGER
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $unsuperseded AS row
  MATCH (:Fact {fact_id: row.newer})-[r:SUPERSEDES {valid_at: row.at, rule: row.rule}]->(:Fact {fact_id: row.older})
  WHERE r.expired_at = datetime('9999-12-31T00:00:00Z')
  SET r.expired_at = $now
}
CALL () {
  UNWIND $superseded AS row
  MATCH (newer:Fact {fact_id: row.newer})
  MATCH (older:Fact {fact_id: row.older})
  CREATE (newer)-[:SUPERSEDES {rule: row.rule, reason: row.reason, valid_at: row.at, created_at: $now,
                               expired_at: datetime('9999-12-31T00:00:00Z')}]->(older)
}
CALL () {
  UNWIND $uncontradicted AS row
  MATCH (:Fact {fact_id: row.chosen})-[r:CONTRADICTS]->(:Fact {fact_id: row.other})
  WHERE r.expired_at = datetime('9999-12-31T00:00:00Z')
  SET r.expired_at = $now
}
CALL () {
  UNWIND $contradicted AS row
  MATCH (chosen:Fact {fact_id: row.chosen})
  MATCH (other:Fact {fact_id: row.other})
  CREATE (chosen)-[:CONTRADICTS {uuid: row.uuid, group_id: chosen.group_id, reason: row.reason, created_at: $now,
                                 expired_at: datetime('9999-12-31T00:00:00Z')}]->(other)
}
RETURN size($superseded) + size($unsuperseded) + size($contradicted) + size($uncontradicted) AS changed
