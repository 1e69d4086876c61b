// purpose: Sessions of a group after a place in the order of their last turn, with their roll-up and what of it still stands.
// mode: read
// params: group_id STRING, after_at DATETIME, after STRING, limit INTEGER
// returns: uuid STRING, at DATETIME, session_id STRING, session_key STRING, turns INTEGER, covered INTEGER, summary MAP
// timeout: 60s
CYPHER 25
MATCH (s:Session {group_id: $group_id})
WHERE s.last_at >= $after_at AND (s.last_at > $after_at OR s.uuid > $after)
WITH s
ORDER BY s.last_at, s.uuid
LIMIT $limit
CALL (s) {
  MATCH (s)-[:HAS_SUMMARY]->(m:Summary)
  WHERE m.level = 0 AND m.expired_at = datetime('9999-12-31T00:00:00Z')
  RETURN head(collect(m {.uuid, .content, .rolled_to, .turns, .source_tokens, .since, parts: COLLECT {
    MATCH (m)-[x:SUMMARISES]->(e:Episode)
    RETURN {
      text: m.sentences[x.sentence], rank: x.rank, key: x.key, episode: e.uuid,
      stands: NOT EXISTS { (:Episode)-[:REVISES]->(e) } AND (x.key IS NULL OR EXISTS {
        MATCH (a:Assertion {key: x.key})
        WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
      })
    }
    ORDER BY x.sentence
  }})) AS summary
}
CALL (s, summary) {
  MATCH (s)-[:HAS_EPISODE]->(e:Episode)
  WHERE NOT EXISTS { (:Episode)-[:REVISES]->(e) }
  RETURN count(e) AS turns, sum(CASE WHEN e.order_key <= coalesce(summary.rolled_to, '') THEN 1 ELSE 0 END) AS covered
}
RETURN s.uuid AS uuid, s.last_at AS at, s.session_id AS session_id, s.session_key AS session_key, turns, covered, summary
ORDER BY at, uuid
