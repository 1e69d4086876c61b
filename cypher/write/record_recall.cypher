// purpose: Keep what recalls returned, and count the access on the facts among their hits.
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
  WITH hit, count(*) AS times, max(row.created_at) AS at
  ORDER BY hit
  MATCH (f:Fact {uuid: hit})
  SET f.access_count = coalesce(f.access_count, 0) + times,
    f.last_accessed_at = CASE WHEN f.last_accessed_at > at THEN f.last_accessed_at ELSE at END
}
RETURN recorded
