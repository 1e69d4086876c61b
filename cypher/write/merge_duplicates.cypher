// purpose: Let turns repeat another one, stored ones with all that repeats them, and count how often the repeated were said.
// mode: write
// params: group_id STRING, turns LIST<MAP>, moved LIST<MAP>, roots LIST<STRING>
// returns: counted INTEGER
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $turns + $moved AS row
  MATCH (e:Episode {uuid: row.uuid})
  SET e.duplicate_of = row.root, e.mention_count = 1
}
CALL () {
  UNWIND $moved AS row
  MATCH (e:Episode {group_id: $group_id, duplicate_of: row.uuid})
  USING INDEX e:Episode(group_id, duplicate_of)
  SET e.duplicate_of = row.root
}
UNWIND $roots AS root
MATCH (e:Episode {uuid: root})
SET e.mention_count = 1 + COUNT {
  MATCH (d:Episode {group_id: $group_id, duplicate_of: root})
  USING INDEX d:Episode(group_id, duplicate_of)
}
RETURN count(e) AS counted
