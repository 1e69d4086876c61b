// purpose: Facts with all that a view of them needs: entities, versions, evidence and what replaced them or they replaced.
// mode: read
// params: uuids LIST<STRING>, known_at DATETIME, believed_at DATETIME, evidence INTEGER
// returns: fact MAP, subject MAP, object MAP, versions LIST<MAP>, evidence LIST<MAP>, superseded_by LIST<MAP>,
//   supersedes LIST<MAP>
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (f:Fact {uuid: uuid})
MATCH (f)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN f {.*, embedding: null, created_at: toString(f.created_at), occurs_from: toString(f.occurs_from),
    occurs_to: toString(f.occurs_to), valid_at: null, invalid_at: null, expired_at: null, expires_at: toString(f.expires_at),
    last_accessed_at: null,
    lapse_days: head(COLLECT { MATCH (g:Group {group_id: f.group_id}) RETURN g.lapse_days })} AS fact,
  s {.uuid, .group_id, .name, .type, .aliases, .mention_count, .summary, first_seen_at: toString(s.first_seen_at),
    last_seen_at: toString(s.last_seen_at), created_at: toString(s.created_at),
    merged_into: head(COLLECT {
      MATCH (s)-[one:SAME_AS]->(r:Entity)
      WHERE one.status = 'merged' AND one.created_at <= $known_at AND one.expired_at > $believed_at
      RETURN r.uuid
    }),
    members: COLLECT {
      MATCH (s)<-[one:SAME_AS]-(m:Entity)
      WHERE one.status = 'merged' AND one.created_at <= $known_at AND one.expired_at > $believed_at
      RETURN m {.uuid, .name, .aliases, .mention_count}
      ORDER BY m.created_at, m.uuid
    }} AS subject,
  o {.uuid, .group_id, .name, .type, .aliases, .mention_count, .summary, first_seen_at: toString(o.first_seen_at),
    last_seen_at: toString(o.last_seen_at), created_at: toString(o.created_at),
    merged_into: head(COLLECT {
      MATCH (o)-[one:SAME_AS]->(r:Entity)
      WHERE one.status = 'merged' AND one.created_at <= $known_at AND one.expired_at > $believed_at
      RETURN r.uuid
    }),
    members: COLLECT {
      MATCH (o)<-[one:SAME_AS]-(m:Entity)
      WHERE one.status = 'merged' AND one.created_at <= $known_at AND one.expired_at > $believed_at
      RETURN m {.uuid, .name, .aliases, .mention_count}
      ORDER BY m.created_at, m.uuid
    }} AS object,
  COLLECT {
    MATCH (f)-[:HAS_VERSION]->(x:FactVersion)
    RETURN x {.uuid, .valid_precision, .reason, .operation, valid_at: toString(x.valid_at),
      invalid_at: toString(x.invalid_at), created_at: toString(x.created_at), expired_at: toString(x.expired_at)}
    ORDER BY x.created_at, x.valid_at, x.uuid
  } AS versions,
  COLLECT {
    MATCH (f)-[by:SUPPORTED_BY]->(a:Assertion)-[at:STATED_IN]->(n:Episode)
    WHERE n.created_at <= $known_at AND coalesce(by.created_at <= $known_at AND by.expired_at > $believed_at, true)
    RETURN {
      quote: at.quote, start: at.start, end: at.end, extractor: a.extractor, confidence: a.confidence,
      episode: n {.uuid, .group_id, .session_id, .external_id, .content, .role, .actor, .participants, .tz, .seq, .state,
        .state_reason, .attempts, .importance, .language, .source, .source_description, .tool_name, .tool_call_id,
        .token_count, .metadata, .tier, .summary, .mention_count, .duplicate_of, .decisions,
        .extractor_version, .reread_state, .reread_attempts, .reread_reason, reread_at: toString(n.reread_at),
        valid_at: toString(n.valid_at), created_at: toString(n.created_at),
        revises: head(COLLECT { MATCH (n)-[:REVISES]->(older:Episode) RETURN older.uuid })}
    }
    ORDER BY a.retired_at DESC, n.valid_at, n.seq, a.uuid
    LIMIT $evidence
  } AS evidence,
  COLLECT {
    MATCH (f)<-[by:SUPERSEDES]-(other:Fact)
    WHERE by.created_at <= $known_at AND by.expired_at > $believed_at
    RETURN {fact: other.uuid, text: other.text, rule: by.rule, reason: by.reason, at: toString(by.valid_at)}
    ORDER BY by.valid_at, other.uuid
  } AS superseded_by,
  COLLECT {
    MATCH (f)-[by:SUPERSEDES]->(other:Fact)
    WHERE by.created_at <= $known_at AND by.expired_at > $believed_at
    RETURN {fact: other.uuid, text: other.text, rule: by.rule, reason: by.reason, at: toString(by.valid_at)}
    ORDER BY by.valid_at, other.uuid
  } AS supersedes
