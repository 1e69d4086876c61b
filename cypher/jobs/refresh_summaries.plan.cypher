// purpose: Entities of a group after a place in their order of names, with what is best known of them and their summary.
// mode: read
// params: group_id STRING, now DATETIME, after_key STRING, after STRING, kinds MAP, most INTEGER, limit INTEGER
// returns: uuid STRING, identity_key STRING, known INTEGER, facts LIST<MAP>, summary MAP
// timeout: 60s
CYPHER 25
MATCH (e:Entity {group_id: $group_id})
WHERE e.identity_key >= $after_key AND (e.identity_key > $after_key OR e.uuid > $after)
WITH e
ORDER BY e.identity_key, e.uuid
LIMIT $limit
CALL (e) {
  MATCH (e)<-[:SUBJECT]-(f:Fact)
  WHERE f.expired_at = datetime('9999-12-31T00:00:00Z') AND f.valid_at <= $now AND f.invalid_at > $now AND f.modality = 'asserted'
  WITH f
  ORDER BY coalesce($kinds[f.kind], 9), coalesce(f.base_importance, f.importance) DESC, f.mention_count DESC, f.valid_at DESC, f.uuid
  WITH collect(f {.uuid, .text, at: coalesce(f.last_stated_at, f.created_at)}) AS believed
  RETURN size(believed) AS known, believed[..$most] AS facts
}
CALL (e) {
  MATCH (e)-[:HAS_SUMMARY]->(m:Summary)
  WHERE m.expired_at = datetime('9999-12-31T00:00:00Z')
  RETURN head(collect(m {.uuid, .content, .sentences, facts: COLLECT {
    MATCH (m)-[s:SUMMARISES]->(f:Fact)
    RETURN f.uuid
    ORDER BY s.sentence
  }})) AS summary
}
RETURN e.uuid AS uuid, e.identity_key AS identity_key, known, facts, summary
ORDER BY identity_key, uuid
