// purpose: All routes of one recall over turns, facts and entities, with neighbours, evidence and views of the best.
// mode: read
// params: group_ids LIST<STRING>, vector VECTOR?, turn_query_en MAP, turn_query_cjk MAP, speakers LIST<MAP>,
//   fact_query_en STRING, fact_query_cjk STRING, entity_query STRING, name_keys LIST<STRING>, words LIST<STRING>,
//   want_turns BOOLEAN, want_facts BOOLEAN, want_entities BOOLEAN, weights MAP, k INTEGER, scan INTEGER, reach INTEGER,
//   rows INTEGER, turn_views INTEGER, fact_views INTEGER, tiers LIST<STRING>, session_ids LIST<STRING>, since DATETIME,
//   until DATETIME, turn_until DATETIME, known_at DATETIME, believed_at DATETIME, fact_kinds LIST<STRING>,
//   predicates LIST<STRING>, fact_since DATETIME, fact_until DATETIME, fact_after DATETIME, held_until DATETIME,
//   held_after DATETIME, by_version BOOLEAN, duplicate FLOAT
// returns: turns LIST<LIST>, links LIST<LIST>, episodes LIST<MAP>, facts LIST<MAP>, entities LIST<MAP>,
//   entity_hits LIST<MAP>, alike LIST<LIST>, full BOOLEAN
// timeout: 60s
CYPHER 25 replan=skip
// Full-text indexes follow commits in the background: wait until they have what was committed before.
CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
// Entities that the question names: by exact folded name, or by one word of the name at half the weight.
CALL () {
  CALL () {
    UNWIND $name_keys AS key
    MATCH (:EntityName {name_key: key})-[:NAMES]->(e:Entity)
    RETURN e, 1.0 AS s
    UNION ALL
    WITH $entity_query AS q
    WHERE q <> ''
    CALL db.index.fulltext.queryNodes('entity_name', q, {limit: 20}) YIELD node AS e
    WITH e
    WHERE any(word IN split(e.identity_key, ' ') WHERE word IN $words)
    RETURN e, 0.5 AS s
  }
  WITH e, max(s) AS s
  WHERE e.group_id IN $group_ids
  WITH e, s / (1.0 + log(1.0 + coalesce(e.mention_count, 0))) AS s
  ORDER BY s DESC, e.uuid
  LIMIT 20
  OPTIONAL MATCH (e)-[same:SAME_AS]->(r:Entity)
  WHERE same.status = 'merged' AND same.created_at <= $known_at AND same.expired_at > $believed_at
  WITH coalesce(r, e) AS e, max(s) AS s
  RETURN collect({e: e, s: s, all: [e] + COLLECT {
    MATCH (e)<-[same:SAME_AS]-(m:Entity)
    WHERE same.status = 'merged' AND same.created_at <= $known_at AND same.expired_at > $believed_at
    RETURN m
  }}) AS named
}
CALL () {
  WITH $vector AS v
  WHERE $want_entities AND v IS NOT NULL
  MATCH (e:Entity)
  SEARCH e IN (VECTOR INDEX entity_embedding FOR v WHERE e.group_id IN $group_ids LIMIT 20) SCORE AS s
  RETURN collect({e: e, s: s}) AS entities_near
}
// Facts by vector: the envelope is filtered inside the index; predicates are optional, hence two branches.
CALL () {
  CALL () {
    WITH $vector AS v
    WHERE $want_facts AND v IS NOT NULL AND size($predicates) = 0
    MATCH (f:Fact)
    SEARCH f IN (
      VECTOR INDEX fact_embedding FOR v
      WHERE f.group_id IN $group_ids AND f.tier IN $tiers AND f.kind IN $fact_kinds AND f.valid_at >= $fact_since
        AND f.valid_at < $fact_until AND f.invalid_at > $fact_after AND f.created_at <= $known_at
        AND f.expired_at > $believed_at
      LIMIT $k
    ) SCORE AS s
    RETURN f, s
    UNION ALL
    WITH $vector AS v
    WHERE $want_facts AND v IS NOT NULL AND size($predicates) > 0
    MATCH (f:Fact)
    SEARCH f IN (
      VECTOR INDEX fact_embedding FOR v
      WHERE f.group_id IN $group_ids AND f.tier IN $tiers AND f.kind IN $fact_kinds AND f.valid_at >= $fact_since
        AND f.valid_at < $fact_until AND f.invalid_at > $fact_after AND f.created_at <= $known_at
        AND f.expired_at > $believed_at AND f.predicate IN $predicates
      LIMIT $k
    ) SCORE AS s
    RETURN f, s
  }
  RETURN collect({f: f, v: s, k: 0.0, e: 0.0}) AS facts_near
}
// Facts by word, stemmed English and CJK pairs; a keyword index cannot filter by time, so it is read up to $scan deep.
CALL () {
  WITH $fact_query_en AS q
  WHERE $want_facts AND q <> ''
  CALL db.index.fulltext.queryNodes('fact_text_en', q, {limit: $scan}) YIELD node AS f, score AS s
  RETURN collect({f: f, v: null, k: s, e: 0.0}) AS facts_en
}
CALL () {
  WITH $fact_query_cjk AS q
  WHERE $want_facts AND q <> ''
  CALL db.index.fulltext.queryNodes('fact_text_cjk', q, {limit: $scan}) YIELD node AS f, score AS s
  RETURN collect({f: f, v: null, k: s, e: 0.0}) AS facts_cjk
}
CALL (named) {
  UNWIND named AS row
  CALL (row) {
    UNWIND row.all AS e
    MATCH (e)<-[:SUBJECT|OBJECT]-(f:Fact)
    WHERE $want_facts
    RETURN DISTINCT f
    LIMIT 50
  }
  WITH f, sum(row.s) AS s
  RETURN collect({f: f, v: null, k: 0.0, e: s}) AS facts_named
}
// One row a fact, filtered again as a whole, its missing cosine filled in, the best of them with all that a view needs.
CALL (facts_near, facts_en, facts_cjk, facts_named) {
  UNWIND facts_near
    + [r IN facts_en WHERE r.f.tier IN $tiers AND r.f.valid_at >= $fact_since AND r.f.valid_at < $fact_until
       AND r.f.invalid_at > $fact_after AND r.f.expired_at > $believed_at][..$k]
    + [r IN facts_cjk WHERE r.f.tier IN $tiers AND r.f.valid_at >= $fact_since AND r.f.valid_at < $fact_until
       AND r.f.invalid_at > $fact_after AND r.f.expired_at > $believed_at][..$k]
    + facts_named AS r
  WITH r.f AS f, max(r.v) AS v, sum(r.k) AS k, max(r.e) AS e
  WHERE f.group_id IN $group_ids AND f.tier IN $tiers AND f.kind IN $fact_kinds AND f.valid_at >= $fact_since
    AND f.valid_at < $fact_until AND f.invalid_at > $fact_after AND f.created_at <= $known_at
    AND f.expired_at > $believed_at AND (size($predicates) = 0 OR f.predicate IN $predicates)
    AND (NOT $by_version OR EXISTS {
      MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
      WHERE x.created_at <= $known_at AND x.expired_at > $believed_at AND x.valid_at <= $held_until
        AND x.invalid_at > $held_after AND x.valid_at >= $since AND x.valid_at < $until
    })
    AND (size($session_ids) = 0 OR EXISTS {
      MATCH (f)-[:SUPPORTED_BY]->(:Assertion)-[:STATED_IN]->(n:Episode)
      WHERE n.session_id IN $session_ids
    })
  WITH f, coalesce(v, vector.similarity.cosine(f.embedding, $vector)) AS v, k, e
  WITH collect({f: f, v: v, k: k, e: e}) AS rows, max(v) AS top_v, max(k) AS top_k, max(e) AS top_e
  UNWIND rows AS r
  WITH r, $weights.vector * CASE WHEN top_v > 0.5 AND r.v > 0.5 THEN (r.v - 0.5) / (top_v - 0.5) ELSE 0.0 END
    + $weights.keyword * CASE WHEN top_k > 0 THEN r.k / top_k ELSE 0.0 END
    + $weights.entity * CASE WHEN top_e > 0 THEN r.e / top_e ELSE 0.0 END AS base
  ORDER BY base DESC, r.f.uuid
  LIMIT $fact_views
  WITH r, r.f AS f
  CALL (f) {
    MATCH (f)-[by:SUPPORTED_BY]->(a:Assertion)-[at:STATED_IN]->(n:Episode)
    WHERE n.created_at <= $known_at AND coalesce(by.created_at <= $known_at AND by.expired_at > $believed_at, true)
    WITH a, at, n
    ORDER BY a.retired_at DESC, a.confidence DESC, n.valid_at, a.uuid
    LIMIT 3
    RETURN collect({n: n, uuid: n.uuid, quote: at.quote, start: at.start, end: at.end, extractor: a.extractor,
                    confidence: a.confidence}) AS evidence
  }
  RETURN collect({
    f: f,
    v: r.v,
    k: r.k,
    e: r.e,
    evidence: evidence,
    fact: f {.uuid, .group_id, .fact_id, .text, .kind, .predicate, .value, .polarity, .modality, .confidence,
             .importance, .mention_count, .extractor, .pinned, .tier, occurs_from: toString(f.occurs_from),
             occurs_to: toString(f.occurs_to), expires_at: toString(f.expires_at), created_at: toString(f.created_at),
             lapse_days: head(COLLECT { MATCH (g:Group {group_id: f.group_id}) RETURN g.lapse_days })},
    subject: head(COLLECT { MATCH (f)-[:SUBJECT]->(s:Entity) RETURN s.uuid }),
    object: head(COLLECT { MATCH (f)-[:OBJECT]->(o:Entity) RETURN o.uuid }),
    versions: COLLECT {
      MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
      RETURN x {.uuid, .valid_precision, .reason, .operation, valid_at: toString(x.valid_at),
                invalid_at: toString(x.invalid_at), created_at: toString(x.created_at),
                expired_at: toString(x.expired_at)}
      ORDER BY x.created_at DESC, x.valid_at DESC
      LIMIT 20
    },
    superseded_by: COLLECT {
      MATCH (f)<-[by:SUPERSEDES]-(o:Fact)
      WHERE by.created_at <= $known_at AND by.expired_at > $believed_at
      RETURN {fact: o.uuid, text: o.text, rule: by.rule, reason: by.reason, at: toString(by.valid_at)}
      ORDER BY by.valid_at, o.uuid
      LIMIT 10
    },
    supersedes: COLLECT {
      MATCH (f)-[by:SUPERSEDES]->(o:Fact)
      WHERE by.created_at <= $known_at AND by.expired_at > $believed_at
      RETURN {fact: o.uuid, text: o.text, rule: by.rule, reason: by.reason, at: toString(by.valid_at)}
      ORDER BY by.valid_at, o.uuid
      LIMIT 10
    }
  }) AS fact_rows
}
// Facts that say the same value of the same subject in nearly the same words.
CALL (fact_rows) {
  UNWIND fact_rows AS one
  UNWIND fact_rows AS other
  WITH one, other
  WHERE one.fact.uuid < other.fact.uuid AND one.subject = other.subject
    AND (one.object = other.object OR toLower(one.fact.value) = toLower(other.fact.value))
    AND vector.similarity.cosine(one.f.embedding, other.f.embedding) >= $duplicate
  RETURN collect([one.fact.uuid, other.fact.uuid]) AS alike
}
// Names of speakers are in every turn of theirs, so they say nothing about which turn: drop them from the words, unless
// nothing else is left. What the speaker's name is worth, fusion adds.
CALL () {
  UNWIND $speakers AS speaker
  UNWIND $group_ids AS group_id
  WITH speaker, group_id
  WHERE EXISTS {
    MATCH (n:Episode)
    WHERE n.group_id = group_id AND n.actor = speaker.name
  } OR EXISTS {
    MATCH (n:Episode)
    WHERE n.group_id = group_id AND n.actor STARTS WITH speaker.name + ' '
  }
  RETURN reduce(all = [], words IN collect(speaker.words) | all + words) AS spoken
}
CALL (spoken) {
  UNWIND [$turn_query_en, $turn_query_cjk] AS q
  WITH q, [t IN q.terms WHERE NOT t.word IN spoken | t.clause] AS rest
  WITH q, CASE WHEN size(rest) > 0 THEN rest ELSE [t IN q.terms | t.clause] END AS clauses
  RETURN collect(CASE
    WHEN size(clauses) = 0 THEN ''
    ELSE q.head + reduce(joined = '', clause IN clauses | joined + ' ' + clause) + q.tail
  END) AS turn_queries
}
// Turns by vector; the session filter is optional, hence two branches.
CALL () {
  CALL () {
    WITH $vector AS v
    WHERE $want_turns AND v IS NOT NULL AND size($session_ids) = 0
    MATCH (n:Episode)
    SEARCH n IN (
      VECTOR INDEX episode_embedding FOR v
      WHERE n.group_id IN $group_ids AND n.tier IN $tiers AND n.valid_at >= $since AND n.valid_at < $turn_until
        AND n.created_at <= $known_at
      LIMIT $k
    ) SCORE AS s
    RETURN n, s
    UNION ALL
    WITH $vector AS v
    WHERE $want_turns AND v IS NOT NULL AND size($session_ids) > 0
    MATCH (n:Episode)
    SEARCH n IN (
      VECTOR INDEX episode_embedding FOR v
      WHERE n.group_id IN $group_ids AND n.tier IN $tiers AND n.valid_at >= $since AND n.valid_at < $turn_until
        AND n.created_at <= $known_at AND n.session_id IN $session_ids
      LIMIT $k
    ) SCORE AS s
    RETURN n, s
  }
  RETURN collect({n: n, v: s, k: 0.0, e: 0.0}) AS turns_near
}
CALL (turn_queries) {
  WITH turn_queries[0] AS q
  WHERE $want_turns AND q <> ''
  CALL db.index.fulltext.queryNodes('episode_text_en', q, {limit: $scan}) YIELD node AS n, score AS s
  RETURN collect({n: n, v: null, k: s, e: 0.0}) AS turns_en
}
CALL (turn_queries) {
  WITH turn_queries[1] AS q
  WHERE $want_turns AND q <> ''
  CALL db.index.fulltext.queryNodes('episode_text_cjk', q, {limit: $scan}) YIELD node AS n, score AS s
  RETURN collect({n: n, v: null, k: s, e: 0.0}) AS turns_cjk
}
CALL (named) {
  UNWIND named AS row
  CALL (row) {
    UNWIND row.all AS e
    MATCH (e)<-[:MENTIONS]-(n:Episode)
    WHERE $want_turns
    RETURN DISTINCT n
    LIMIT 50
  }
  WITH n, sum(row.s) AS s
  RETURN collect({n: n, v: null, k: 0.0, e: s}) AS turns_named
}
// One row a turn, filtered again as a whole, its missing cosine filled in.
CALL (turns_near, turns_en, turns_cjk, turns_named, fact_rows) {
  UNWIND turns_near
    + [r IN turns_en WHERE r.n.tier IN $tiers AND r.n.valid_at >= $since AND r.n.valid_at < $turn_until
       AND (size($session_ids) = 0 OR r.n.session_id IN $session_ids)][..$k]
    + [r IN turns_cjk WHERE r.n.tier IN $tiers AND r.n.valid_at >= $since AND r.n.valid_at < $turn_until
       AND (size($session_ids) = 0 OR r.n.session_id IN $session_ids)][..$k]
    + turns_named
    + CASE WHEN $want_turns THEN
        reduce(all = [], row IN fact_rows | all + [x IN row.evidence | {n: x.n, v: null, k: 0.0, e: 0.0}])
      ELSE [] END AS r
  WITH r.n AS n, max(r.v) AS v, sum(r.k) AS k, max(r.e) AS e
  WHERE n.group_id IN $group_ids AND n.tier IN $tiers AND n.valid_at >= $since AND n.valid_at < $turn_until
    AND n.created_at <= $known_at AND (size($session_ids) = 0 OR n.session_id IN $session_ids)
  WITH n, coalesce(v, vector.similarity.cosine(n.embedding, $vector)) AS v, k, e
  WITH collect({n: n, v: v, k: k, e: e}) AS rows, max(v) AS top_v, max(k) AS top_k, max(e) AS top_e
  UNWIND rows AS r
  WITH r, $weights.vector * CASE WHEN top_v > 0.5 AND r.v > 0.5 THEN (r.v - 0.5) / (top_v - 0.5) ELSE 0.0 END
    + $weights.keyword * CASE WHEN top_k > 0 THEN r.k / top_k ELSE 0.0 END
    + $weights.entity * CASE WHEN top_e > 0 THEN r.e / top_e ELSE 0.0 END AS base
  ORDER BY base DESC, r.n.uuid
  RETURN collect(r {.n, .v, .k, .e, base: base, lift: 0.0}) AS pool
}
// The turns next to the best ones, which may answer a question that they only share the topic of.
CALL (pool) {
  UNWIND pool[..$reach] AS r
  WITH r.n AS n, r.base AS base
  MATCH (n)-[:NEXT_EPISODE]-(m:Episode)
  WHERE m.group_id IN $group_ids AND m.tier IN $tiers AND m.valid_at >= $since AND m.valid_at < $turn_until
    AND m.created_at <= $known_at AND (size($session_ids) = 0 OR m.session_id IN $session_ids)
  WITH m, collect([n.uuid, m.uuid]) AS pairs, max(base) AS lift
  RETURN collect({n: m, v: null, k: 0.0, e: 0.0, base: 0.0, lift: lift}) AS next_rows, collect(pairs) AS pairs
}
CALL (pool, next_rows) {
  UNWIND pool + next_rows AS r
  WITH r.n AS n, max(r.v) AS v, sum(r.k) AS k, max(r.e) AS e, max(r.base) AS base, max(r.lift) AS lift
  WITH n, coalesce(v, vector.similarity.cosine(n.embedding, $vector)) AS v, k, e,
    base + $weights.neighbour * lift AS rough
  ORDER BY rough DESC, n.uuid
  RETURN collect([n.uuid, n.group_id, n.session_id, n.actor, left(n.content, 2000), v, k, e, n.duplicate_of])[..$rows] AS turns,
    collect(n)[..$turn_views] AS shown
}
CALL (shown, fact_rows) {
  UNWIND shown + reduce(all = [], row IN fact_rows | all + [x IN row.evidence | x.n]) AS n
  WITH DISTINCT n
  RETURN collect(n {.uuid, .group_id, .session_id, .external_id, .content, .role, .actor, .participants, .tz, .seq,
    .state, .state_reason, .attempts, .importance, .language, .source, .source_description, .tool_name, .tool_call_id,
    .token_count, .metadata, .tier, .summary, .mention_count, .duplicate_of, .decisions,
    .extractor_version, .reread_state, .reread_attempts, .reread_reason, reread_at: toString(n.reread_at),
    valid_at: toString(n.valid_at), created_at: toString(n.created_at),
    revises: head(COLLECT { MATCH (n)-[:REVISES]->(o:Episode) RETURN o.uuid })}) AS episodes
}
CALL (named, entities_near, fact_rows) {
  UNWIND [r IN named | {e: r.e, s: r.s, v: null}] + [r IN entities_near | {e: r.e, s: 0.0, v: r.s}] AS r
  WITH r, r.e AS e
  OPTIONAL MATCH (e)-[same:SAME_AS]->(root:Entity)
  WHERE same.status = 'merged' AND same.created_at <= $known_at AND same.expired_at > $believed_at
  WITH coalesce(root, e) AS e, max(r.s) AS s, max(r.v) AS v
  WHERE $want_entities AND e.group_id IN $group_ids
  RETURN collect({uuid: e.uuid, s: s, v: coalesce(v, vector.similarity.cosine(e.embedding, $vector))}) AS entity_hits,
    collect(e) AS hit_nodes
}
CALL (hit_nodes, fact_rows) {
  CALL (hit_nodes, fact_rows) {
    UNWIND hit_nodes AS e
    RETURN e
    UNION ALL
    UNWIND fact_rows AS row
    WITH row.f AS f
    MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity)
    RETURN e
  }
  WITH DISTINCT e
  RETURN collect(e {.uuid, .group_id, .name, .type, .aliases, .mention_count, .summary,
    first_seen_at: toString(e.first_seen_at), last_seen_at: toString(e.last_seen_at),
    created_at: toString(e.created_at)}) AS entities
}
RETURN turns,
  reduce(all = [], x IN pairs | all + x) AS links,
  episodes,
  [row IN fact_rows | row {.fact, .subject, .object, .versions, .superseded_by, .supersedes, .v, .k, .e,
    evidence: [x IN row.evidence | x {.uuid, .quote, .start, .end, .extractor, .confidence}]}] AS facts,
  entities,
  entity_hits,
  alike,
  size(facts_near) = $k OR size(turns_near) = $k OR size(facts_en) = $scan OR size(facts_cjk) = $scan
    OR size(turns_en) = $scan OR size(turns_cjk) = $scan AS full
