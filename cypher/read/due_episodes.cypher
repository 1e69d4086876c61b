// purpose: The next turns of a group that are due to be read, in the order they came.
// mode: read
// params: group_id STRING, most INTEGER
// returns: episode MAP
// timeout: 30s
CYPHER 25
MATCH (e:Episode {group_id: $group_id, state: 'pending'})
WHERE e.retry_at <= datetime.realtime()
WITH e
ORDER BY e.seq
LIMIT $most
RETURN e {.*, embedding: null} AS episode
