// purpose: Put parked turns back to be read; all of the group's when none is named.
// mode: write
// params: group_id STRING, uuids LIST<STRING>
// returns: retried INTEGER
// timeout: 30s
CYPHER 25
MATCH (g:Group {group_id: $group_id})
OPTIONAL MATCH (e:Episode {group_id: $group_id, state: 'failed'})
WHERE size($uuids) = 0 OR e.uuid IN $uuids
WITH g, collect(e) AS parked
FOREACH (e IN parked | SET e.state = 'pending', e.attempts = 0, e.retry_at = datetime.realtime())
SET g.due_at = CASE WHEN size(parked) > 0 THEN datetime.realtime() ELSE g.due_at END
RETURN size(parked) AS retried
