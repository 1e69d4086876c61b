// purpose: Entities by folded name, by part of a name (at most so many a part), and by having been named in a turn before.
// mode: read
// params: name_keys LIST<STRING>, block_keys LIST<STRING>, most INTEGER, episodes LIST<STRING>
// returns: names LIST<MAP>, blocks LIST<STRING>, mentions LIST<MAP>, entity MAP
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $name_keys AS key
  MATCH (n:EntityName {name_key: key})-[:NAMES]->(e:Entity)
  RETURN e, {key: key, stage: coalesce(n.stage, 'identity')} AS name, null AS block, null AS mention
  UNION ALL
  UNWIND $block_keys AS key
  MATCH (b:EntityBlock {key: key})
  CALL (b) {
    MATCH (b)-[:HOLDS]->(e:Entity)
    RETURN e
    LIMIT $most
  }
  RETURN e, null AS name, key AS block, null AS mention
  UNION ALL
  UNWIND $episodes AS episode
  MATCH (:Episode {uuid: episode})-[m:MENTIONS]->(e:Entity)
  RETURN e, null AS name, null AS block, {episode: episode, surface: m.surface} AS mention
}
WITH e, collect(name) AS names, collect(block) AS blocks, collect(mention) AS mentions
ORDER BY e.created_at, e.uuid
RETURN names, blocks, mentions, e {
  root: head(COLLECT {
    MATCH (e)-[s:SAME_AS]->(r:Entity)
    WHERE s.status = 'merged' AND s.expired_at = datetime('9999-12-31T00:00:00Z')
    RETURN r.uuid
  }),
  .uuid, .name, .type, .identity_key, .discriminator, .aliases, .stated_names,
  first_seen_at: toString(e.first_seen_at), last_seen_at: toString(e.last_seen_at)
} AS entity
