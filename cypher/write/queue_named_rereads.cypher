// purpose: Let the named turns of a group be read again, those of them that were read.
// mode: write
// params: group_id STRING, uuids LIST<STRING>
// returns: queued INTEGER
// timeout: 60s
CYPHER 25
// The group is locked first, as storing does.
MATCH (g:Group {group_id: $group_id})
SET g.reread_due_at = datetime.realtime()
WITH g
UNWIND $uuids AS uuid
MATCH (e:Episode {uuid: uuid})
WHERE e.group_id = $group_id AND e.state = 'extracted' AND NOT e.do_not_extract
  AND NOT EXISTS { (:Episode)-[:REVISES]->(e) }
SET e.reread_at = datetime.realtime(), e.reread_state = 'waiting', e.reread_attempts = 0, e.reread_reason = null
RETURN count(e) AS queued
