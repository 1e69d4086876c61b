// purpose: What kind of thing a uuid names, and whose it is.
// mode: read
// params: uuid STRING
// returns: kind STRING, group_id STRING
// timeout: 30s
CYPHER 25
CALL () {
  MATCH (n:Fact {uuid: $uuid})
  RETURN 'fact' AS kind, n.group_id AS group_id
  UNION ALL
  MATCH (n:Episode {uuid: $uuid})
  RETURN 'episode' AS kind, n.group_id AS group_id
  UNION ALL
  MATCH (n:Entity {uuid: $uuid})
  RETURN 'entity' AS kind, n.group_id AS group_id
}
RETURN kind, group_id
