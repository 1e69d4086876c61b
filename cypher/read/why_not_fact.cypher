// purpose: How one fact stands to the filters of a recall, and how deep in each index it lies for the question.
// mode: read
// params: uuid STRING, group_ids LIST<STRING>, vector VECTOR?, query_en STRING, query_cjk STRING, name_keys LIST<STRING>,
//   tiers LIST<STRING>, session_ids LIST<STRING>, since DATETIME, until DATETIME, known_at DATETIME, believed_at DATETIME,
//   fact_kinds LIST<STRING>, predicates LIST<STRING>, fact_since DATETIME, fact_until DATETIME, fact_after DATETIME,
//   held_until DATETIME, held_after DATETIME, by_version BOOLEAN, deep INTEGER, scan INTEGER
// returns: inside MAP, cosine FLOAT, vector_rank INTEGER, keyword_rank INTEGER, keyword FLOAT, named INTEGER
// timeout: 60s
CYPHER 25
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
MATCH (f:Fact {uuid: $uuid})
CALL (f) {
  WITH $vector AS v
  WHERE v IS NOT NULL
  MATCH (x:Fact)
  SEARCH x IN (
    VECTOR INDEX fact_embedding FOR v
    WHERE x.group_id IN $group_ids AND x.tier IN $tiers AND x.kind IN $fact_kinds AND x.valid_at >= $fact_since
      AND x.valid_at < $fact_until AND x.invalid_at > $fact_after AND x.created_at <= $known_at
      AND x.expired_at > $believed_at
    LIMIT $deep
  ) SCORE AS s
  WITH x, s
  ORDER BY s DESC
  WITH collect(x.uuid) AS near
  RETURN head([i IN range(0, size(near) - 1) WHERE near[i] = f.uuid | i + 1]) AS place
}
WITH f, place AS vector_rank
CALL (f) {
  WITH $query_en AS q
  WHERE q <> ''
  CALL db.index.fulltext.queryNodes('fact_text_en', q, {limit: $scan}) YIELD node, score
  WITH collect({uuid: node.uuid, score: score}) AS found
  RETURN head([i IN range(0, size(found) - 1) WHERE found[i].uuid = f.uuid | {rank: i + 1, score: found[i].score}]) AS hit
  UNION ALL
  WITH $query_cjk AS q
  WHERE q <> ''
  CALL db.index.fulltext.queryNodes('fact_text_cjk', q, {limit: $scan}) YIELD node, score
  WITH collect({uuid: node.uuid, score: score}) AS found
  RETURN head([i IN range(0, size(found) - 1) WHERE found[i].uuid = f.uuid | {rank: i + 1, score: found[i].score}]) AS hit
}
WITH f, vector_rank, min(hit.rank) AS keyword_rank, max(hit.score) AS keyword
RETURN {
    groupIds: f.group_id IN $group_ids,
    includeArchived: f.tier IN $tiers,
    factKinds: f.kind IN $fact_kinds,
    predicates: size($predicates) = 0 OR f.predicate IN $predicates,
    knownAt: f.created_at <= $known_at AND f.expired_at > $believed_at,
    asOf: f.invalid_at > $fact_after AND (NOT $by_version OR EXISTS {
      MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
      WHERE x.created_at <= $known_at AND x.expired_at > $believed_at AND x.valid_at <= $held_until
        AND x.invalid_at > $held_after
    }),
    time: f.valid_at >= $fact_since AND EXISTS {
      MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
      WHERE x.valid_at >= $since AND x.valid_at < $until
    },
    sessionIds: size($session_ids) = 0 OR EXISTS {
      MATCH (f)-[:SUPPORTED_BY]->(:Assertion)-[:STATED_IN]->(n:Episode)
      WHERE n.session_id IN $session_ids
    }
  } AS inside, 2.0 * vector.similarity.cosine(f.embedding, $vector) - 1.0 AS cosine, vector_rank,
  keyword_rank, keyword, COUNT {
    MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity)<-[:NAMES]-(name:EntityName)
    WHERE name.name_key IN $name_keys
  } AS named
