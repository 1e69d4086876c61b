// purpose: Let the earliest said of the turns that repeat a text stand for the others, where that text was revised or is read anew.
// mode: write
// params: group_id STRING, left LIST<STRING>
// returns: parted INTEGER
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $left AS uuid
  MATCH (gone:Episode {uuid: uuid})
  WITH gone, gone.duplicate_of AS root
  SET gone.gist = null, gone.duplicate_of = null, gone.mention_count = null
  WITH root
  WHERE root <> ''
  MATCH (e:Episode {uuid: root})
  SET e.mention_count = 1 + COUNT {
    MATCH (d:Episode {group_id: $group_id, duplicate_of: root})
    USING INDEX d:Episode(group_id, duplicate_of)
  }
}
UNWIND $left AS uuid
CALL (uuid) {
  MATCH (e:Episode {group_id: $group_id, duplicate_of: uuid})
  USING INDEX e:Episode(group_id, duplicate_of)
  WITH e
  ORDER BY e.valid_at, e.seq
  WITH collect(e) AS repeating
  WHERE size(repeating) > 0
  WITH head(repeating) AS first, tail(repeating) AS others
  SET first.duplicate_of = '', first.mention_count = 1 + size(others)
  FOREACH (other IN others | SET other.duplicate_of = first.uuid)
  RETURN 1 AS parted
}
RETURN count(parted) AS parted
