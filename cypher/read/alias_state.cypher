// purpose: What a new name of an entity would change: names and parts of names it is found by, and who else is called so.
// mode: read
// params: entity STRING, names LIST<MAP>, blocks LIST<STRING>
// returns: names LIST<MAP>, held LIST<STRING>, blocks LIST<STRING>, others LIST<MAP>
// timeout: 30s
CYPHER 25
MATCH (e:Entity {uuid: $entity})
RETURN
  COLLECT {
    UNWIND $names AS row
    MATCH (n:EntityName {key: row.key})
    RETURN n {.key, .stage, .score}
  } AS names,
  COLLECT {
    UNWIND $blocks AS key
    MATCH (b:EntityBlock {key: key})
    WHERE EXISTS { MATCH (b)-[:HOLDS]->(e) }
    RETURN b.key
  } AS held,
  COLLECT {
    UNWIND $blocks AS key
    MATCH (b:EntityBlock {key: key})
    RETURN b.key
  } AS blocks,
  COLLECT {
    UNWIND $names AS row
    MATCH (n:EntityName {name_key: row.name_key})-[:NAMES]->(o:Entity)
    WHERE o <> e AND coalesce(n.stage, 'identity') IN ['identity', 'script', 'stated']
    RETURN DISTINCT o {.uuid, .type, root: coalesce(head(COLLECT {
      MATCH (o)-[s:SAME_AS]->(r:Entity)
      WHERE s.status = 'merged' AND s.expired_at = datetime('9999-12-31T00:00:00Z')
      RETURN r.uuid
    }), o.uuid)}
  } AS others
