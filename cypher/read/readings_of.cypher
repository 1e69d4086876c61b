// purpose: Of the given turns those that still wait to be read again and may be, with all that was ever read in each.
// mode: read
// params: uuids LIST<STRING>
// returns: uuid STRING, readings LIST<MAP>
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Episode {uuid: uuid})
WHERE e.state = 'extracted' AND e.reread_at IS NOT NULL AND NOT e.do_not_extract
  AND NOT EXISTS { (:Episode)-[:REVISES]->(e) }
CALL (e) {
  MATCH (a:Assertion)-[:STATED_IN]->(e)
  RETURN collect(a {.*}) AS readings
}
RETURN uuid, readings
