// purpose: A page of the entities of groups by name, those whose name or alias has the text in it.
// mode: read
// params: group_ids LIST<STRING>, text STRING, types LIST<STRING>, after_name STRING, after_uuid STRING, most INTEGER
// returns: entity MAP
// timeout: 30s
CYPHER 25
UNWIND $group_ids AS group_id
CALL (group_id) {
  MATCH (e:Entity {group_id: group_id})
  WHERE e.identity_key >= $after_name
    AND CASE WHEN e.identity_key > $after_name THEN true ELSE e.uuid > $after_uuid END
    AND (size($types) = 0 OR e.type IN $types)
    AND ($text = '' OR e.identity_key CONTAINS $text OR any(alias IN e.aliases WHERE toLower(alias) CONTAINS $text))
  WITH e
  // Ordered as its index is, which is then read in order and left early.
  ORDER BY e.group_id, e.identity_key, e.uuid
  LIMIT $most
  RETURN e
}
RETURN e {.*, embedding: null} AS entity
ORDER BY e.identity_key, e.uuid
LIMIT $most
