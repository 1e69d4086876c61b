// purpose: Keep on an operation all that a recomputation may change of the facts and assertions in slots.
// mode: write
// params: slots LIST<STRING>, operation STRING
// returns: kept INTEGER
// timeout: 60s
CYPHER 25
MATCH (o:Operation {uuid: $operation})
CALL (o) {
  UNWIND $slots AS slot
  MATCH (f:Fact {slot: slot})
  CREATE (o)-[c:CHANGED]->(f)
  SET c = f {.slot, .text, .kind, .value, .extractor, .occurs_from, .occurs_to, .mention_count, .confidence, .importance,
             .base_importance, .last_stated_at, .expires_at, .valid_at, .invalid_at, .expired_at, .pinned, .embedding}
  SET c.keys = ['slot', 'text', 'kind', 'value', 'extractor', 'occurs_from', 'occurs_to', 'mention_count', 'confidence',
                'importance', 'base_importance', 'last_stated_at', 'expires_at', 'valid_at', 'invalid_at', 'expired_at',
                'pinned', 'embedding']
}
CALL (o) {
  UNWIND $slots AS slot
  MATCH (a:Assertion {slot: slot})
  CREATE (o)-[c:CHANGED]->(a)
  SET c = a {.claim, .slot, .value_key, .single}
  SET c.keys = ['claim', 'slot', 'value_key', 'single']
}
RETURN size($slots) AS kept
