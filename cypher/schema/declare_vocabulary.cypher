// purpose: Make every label, relationship type and property of ours known to the database, so that it can tell a misspelt one.
// mode: write
// params: none
// returns: none
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND ['Group', 'Session', 'Episode', 'Episodic', 'Request', 'Assertion', 'Fact', 'FactVersion', 'Entity', 'EntityName',
          'EntityBlock', 'Operation', 'Recall', 'EverwhenSchema', 'BeliefClock', '__Neo4jMigration',
          '__Neo4jMigrationsLock', 'Usage', 'JobLease', 'JobRun', 'Summary'] AS label
  CALL db.createLabel(label)
}
CALL () {
  UNWIND ['HAS_EPISODE', 'NEXT_EPISODE', 'REVISES', 'MENTIONS', 'STATED_IN', 'SUPPORTED_BY', 'HAS_VERSION', 'SUBJECT',
          'OBJECT', 'SUPERSEDES', 'CONTRADICTS', 'RELATES_TO', 'NAMES', 'HOLDS', 'SAME_AS', 'MIGRATED_TO', 'CHANGED',
          'HAS_SUMMARY', 'SUMMARISES', 'DERIVED_FROM'] AS type
  CALL db.createRelationshipType(type)
}
CALL () {
  UNWIND ['uuid', 'created_at', 'group_id', 'group_token', 'next_seq', 'clock', 'due_at', 'lease_owner', 'lease_until',
          'session_key', 'session_id', 'started_at', 'last_at', 'content', 'role', 'actor', 'participants', 'tool_name',
          'tool_call_id', 'tool_args', 'source', 'source_description', 'valid_at', 'tz', 'seq', 'order_key', 'external_id',
          'dedup_key', 'token_count', 'importance', 'language', 'metadata', 'do_not_extract', 'state', 'state_reason',
          'attempts', 'retry_at', 'tier', 'search_text', 'embedding', 'key', 'payload_hash', 'episodes', 'claim', 'slot',
          'single', 'predicate', 'value', 'polarity', 'modality', 'kind', 'text', 'from', 'to', 'precision', 'occurs_from',
          'occurs_to', 'said_at', 'confidence', 'trust', 'extractor', 'extractor_version', 'writer', 'start', 'end',
          'retired_at', 'retired_by', 'fact_id', 'invalid_at', 'expired_at', 'expires_at', 'mention_count', 'access_count',
          'last_accessed_at', 'pinned', 'valid_precision', 'rule', 'reason', 'operation', 'entity_key', 'name', 'type',
          'aliases', 'identity_key', 'discriminator', 'summary', 'first_seen_at', 'last_seen_at', 'name_key', 'ids', 'undoes',
          'undone_by', 'before', 'group_ids', 'query_hash', 'hits', 'scores', 'session_ids', 'embedding_model', 'dimensions',
          'probe', 'surface', 'quote', 'fact', 'version', 'description', 'checksum', 'at', 'in', 'by', 'connectedAs', 'id',
          'leased_until', 'asked_at', 'value_key', 'expired_by', 'extractor_version',
          'stage', 'score', 'status', 'reread_at', 'reread_state', 'reread_attempts', 'reread_reason', 'reread_due_at',
          'reread_owner', 'reread_until', 'day', 'calls', 'prompt_tokens', 'completion_tokens', 'cost', 'estimated',
          'gist', 'duplicate_of', 'gate', 'decisions', 'importance_given', 'may_update',
          'stated_names', 'occurrence', 'vocabulary', 'base_importance', 'last_stated_at', 'accessed_on', 'feedback', 'archived_at', 'keys',
          'dry_run', 'trigger', 'finished_at', 'groups_asked', 'groups', 'changed', 'operations', 'task_edits', 'level',
          'source_tokens', 'turns', 'since', 'until', 'lapse_days', 'source_trust', 'watermark', 'sentences', 'sentence',
          'rolled_to', 'rank'] AS property
  CALL db.createProperty(property)
}
FINISH
