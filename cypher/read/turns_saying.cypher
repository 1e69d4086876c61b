// purpose: Turns of a group that say what a key stands for and repeat no other turn, the earliest said first.
// mode: read
// params: group_id STRING, gists LIST<STRING>, episodes LIST<STRING>, most INTEGER
// returns: uuid STRING, gist STRING, valid_at DATETIME, seq INTEGER, content STRING
// timeout: 30s
CYPHER 25
UNWIND $gists AS gist
CALL (gist) {
  MATCH (e:Episode {group_id: $group_id, gist: gist, duplicate_of: ''})
  USING INDEX e:Episode(group_id, gist, duplicate_of)
  WHERE NOT e.uuid IN $episodes
  RETURN e
  ORDER BY e.valid_at, e.seq
  LIMIT $most
}
RETURN e.uuid AS uuid, gist, e.valid_at AS valid_at, e.seq AS seq, e.content AS content
ORDER BY valid_at, seq
