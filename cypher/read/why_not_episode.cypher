// purpose: How one turn stands to the filters of a recall, and how deep in each index it lies for the question.
// mode: read
// params: uuid STRING, group_ids LIST<STRING>, vector VECTOR?, query_en STRING, query_cjk STRING, name_keys LIST<STRING>,
//   tiers LIST<STRING>, session_ids LIST<STRING>, since DATETIME, until DATETIME, turn_until DATETIME, known_at DATETIME,
//   deep INTEGER, scan INTEGER
// returns: inside MAP, cosine FLOAT, vector_rank INTEGER, keyword_rank INTEGER, keyword FLOAT, named INTEGER
// timeout: 60s
CYPHER 25
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
MATCH (n:Episode {uuid: $uuid})
CALL (n) {
  WITH $vector AS v
  WHERE v IS NOT NULL
  MATCH (x:Episode)
  SEARCH x IN (
    VECTOR INDEX episode_embedding FOR v
    WHERE x.group_id IN $group_ids AND x.tier IN $tiers AND x.valid_at >= $since AND x.valid_at < $turn_until
      AND x.created_at <= $known_at
    LIMIT $deep
  ) SCORE AS s
  WITH x, s
  ORDER BY s DESC
  WITH collect(x.uuid) AS near
  RETURN head([i IN range(0, size(near) - 1) WHERE near[i] = n.uuid | i + 1]) AS place
}
WITH n, place AS vector_rank
CALL (n) {
  WITH $query_en AS q
  WHERE q <> ''
  CALL db.index.fulltext.queryNodes('episode_text_en', q, {limit: $scan}) YIELD node, score
  WITH collect({uuid: node.uuid, score: score}) AS found
  RETURN head([i IN range(0, size(found) - 1) WHERE found[i].uuid = n.uuid | {rank: i + 1, score: found[i].score}]) AS hit
  UNION ALL
  WITH $query_cjk AS q
  WHERE q <> ''
  CALL db.index.fulltext.queryNodes('episode_text_cjk', q, {limit: $scan}) YIELD node, score
  WITH collect({uuid: node.uuid, score: score}) AS found
  RETURN head([i IN range(0, size(found) - 1) WHERE found[i].uuid = n.uuid | {rank: i + 1, score: found[i].score}]) AS hit
}
WITH n, vector_rank, min(hit.rank) AS keyword_rank, max(hit.score) AS keyword
RETURN {
    groupIds: n.group_id IN $group_ids,
    includeArchived: n.tier IN $tiers,
    knownAt: n.created_at <= $known_at,
    asOf: n.valid_at < $turn_until OR n.valid_at >= $until,
    time: n.valid_at >= $since AND n.valid_at < $until,
    sessionIds: size($session_ids) = 0 OR n.session_id IN $session_ids
  } AS inside, 2.0 * vector.similarity.cosine(n.embedding, $vector) - 1.0 AS cosine, vector_rank,
  keyword_rank, keyword, COUNT {
    MATCH (n)-[:MENTIONS]->(e:Entity)<-[:NAMES]-(name:EntityName)
    WHERE name.name_key IN $name_keys
  } AS named
