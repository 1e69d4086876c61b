// purpose: An operation, what undoing it would touch, and the later operations that withdrew what it wrote.
// mode: read
// params: group_id STRING, uuid STRING
// returns: operation MAP, written LIST<STRING>, blockers LIST<STRING>
// timeout: 30s
CYPHER 25
MATCH (o:Operation {uuid: $uuid})
WHERE o.group_id = $group_id
CALL (o) {
  MATCH (a:Assertion {operation: o.uuid})
  WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
  RETURN collect(a.key) AS written
}
CALL (o) {
  MATCH (a:Assertion {operation: o.uuid})
  WHERE a.retired_by <> o.uuid
  MATCH (later:Operation {uuid: a.retired_by})
  WHERE later.undone_by IS NULL
  RETURN collect(DISTINCT later.uuid) AS withdrawn_by
}
CALL (o) {
  MATCH (o)-[c:CHANGED]->(n)<-[d:CHANGED]-(later:Operation)
  WHERE later.created_at > o.created_at AND later.undone_by IS NULL AND later.undoes IS NULL
    AND any(key IN d.keys WHERE key IN c.keys)
  RETURN collect(DISTINCT later.uuid) AS changed_by
}
RETURN o {.*} AS operation, written, withdrawn_by + changed_by AS blockers
