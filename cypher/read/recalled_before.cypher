// purpose: What the group was told within spans of time by its latest twenty recalls of each: facts, and turns by their speaker.
// mode: read
// params: group_id STRING, spans LIST<MAP>
// returns: at DATETIME, texts LIST<STRING>
// timeout: 30s
CYPHER 25
UNWIND $spans AS span
CALL (span) {
  MATCH (r:Recall {group_id: $group_id})
  USING INDEX r:Recall(group_id, created_at)
  WHERE r.created_at >= span.since AND r.created_at <= span.until
  WITH r
  ORDER BY r.created_at DESC
  LIMIT 20
  UNWIND r.hits AS hit
  WITH DISTINCT hit
  CALL (hit) {
    MATCH (f:Fact {uuid: hit})
    WHERE f.group_id = $group_id
    RETURN f.text AS text
    UNION ALL
    MATCH (e:Episode {uuid: hit})
    WHERE e.group_id = $group_id
    RETURN coalesce(e.actor, e.role) + ': ' + left(e.content, 4000) AS text
  }
  RETURN collect(text) AS texts
}
RETURN span.at AS at, texts
