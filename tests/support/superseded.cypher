// purpose: Facts that hold no longer, all matching the same words, as a long history would leave them.
// mode: write
// params: group_id STRING, group_token STRING, subject STRING, count INTEGER, from DATETIME, to DATETIME
// returns: made INTEGER
// timeout: 60s
CYPHER 25
MATCH (s:Entity {uuid: $subject})
UNWIND range(1, $count) AS i
CREATE (f:Fact {uuid: $group_id + '-f' + i, group_id: $group_id, group_token: $group_token, fact_id: $group_id + '-c' + i,
  slot: $group_id, text: 'Ana lives in harbour town', kind: 'fact', predicate: 'lives_in', value: 'town ' + i,
  polarity: 'positive', modality: 'asserted', valid_at: $from, invalid_at: $to,
  expired_at: datetime('9999-12-31T00:00:00Z'), created_at: $from, confidence: 0.8, importance: 0.5,
  extractor: 'scripted', mention_count: 1, access_count: 0, pinned: false, tier: 'hot'})
CREATE (f)-[:SUBJECT]->(s)
CREATE (f)-[:HAS_VERSION]->(:FactVersion {uuid: $group_id + '-v' + i, group_id: $group_id, fact_id: f.fact_id,
  valid_at: $from, invalid_at: $to, valid_precision: 'day', created_at: $from,
  expired_at: datetime('9999-12-31T00:00:00Z'), rule: 'single_value', reason: 'another value holds', operation: null})
RETURN count(f) AS made
