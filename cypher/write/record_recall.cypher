// purpose: Keep what recalls returned, and count the access on the facts and turns among their hits, by day for the latest 200.
// mode: write
// params: recalls LIST<MAP>
// returns: recorded INTEGER
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $recalls AS row
  MERGE (r:Recall {uuid: row.uuid})
  ON CREATE SET r += row
  RETURN count(r) AS recorded
}
CALL () {
  UNWIND $recalls AS row
  UNWIND row.hits AS hit
  WITH hit, collect(row.created_at.epochSeconds / 86400) AS days, max(row.created_at) AS at
  ORDER BY hit
  CALL (hit) {
    MATCH (n:Fact {uuid: hit})
    RETURN n
    UNION ALL
    MATCH (n:Episode {uuid: hit})
    RETURN n
  }
  SET n.access_count = coalesce(n.access_count, 0) + size(days),
    n.last_accessed_at = CASE WHEN n.last_accessed_at > at THEN n.last_accessed_at ELSE at END,
    n.accessed_on = (days + [day IN coalesce(n.accessed_on, []) WHERE day > at.epochSeconds / 86400 - 60])[..200]
}
RETURN recorded
