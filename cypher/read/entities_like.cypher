// purpose: Entities by folded name, by part of a name that few share, and by having been named in a turn before.
// mode: read
// params: name_keys LIST<STRING>, block_keys LIST<STRING>, most INTEGER, episodes LIST<STRING>
// returns: crowded LIST<STRING>, entities LIST<LIST>
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $block_keys AS key
  MATCH (b:EntityBlock {key: key})
  WHERE COUNT { (b)-[:HOLDS]->() } > $most
  RETURN collect(key) AS crowded
}
CALL () {
  CALL () {
    UNWIND $name_keys AS key
    MATCH (n:EntityName {name_key: key})-[:NAMES]->(e:Entity)
    RETURN e, [key, coalesce(n.stage, 'identity')] AS name, null AS block, null AS mention
    UNION ALL
    UNWIND $block_keys AS key
    MATCH (b:EntityBlock {key: key})
    WHERE COUNT { (b)-[:HOLDS]->() } <= $most
    MATCH (b)-[:HOLDS]->(e:Entity)
    RETURN e, null AS name, key AS block, null AS mention
    UNION ALL
    UNWIND $episodes AS episode
    MATCH (:Episode {uuid: episode})-[m:MENTIONS]->(e:Entity)
    RETURN e, null AS name, null AS block, [episode, m.surface] AS mention
  }
  WITH e, collect(name) AS names, collect(block) AS blocks, collect(mention) AS mentions
  ORDER BY e.created_at, e.uuid
  // One row of lists in place of many rows of maps: the driver reads it several times as fast.
  RETURN collect([
    names, blocks, mentions, e.uuid, e.name, e.type, e.identity_key, e.discriminator, e.aliases, e.stated_names,
    toString(e.first_seen_at), toString(e.last_seen_at),
    head(COLLECT {
      MATCH (e)-[s:SAME_AS]->(r:Entity)
      WHERE s.status = 'merged' AND s.expired_at = datetime('9999-12-31T00:00:00Z')
      RETURN r.uuid
    })
  ]) AS entities
}
RETURN crowded, entities
