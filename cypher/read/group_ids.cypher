// purpose: A page of the groups there are, by id.
// mode: read
// params: after STRING, limit INTEGER
// returns: group_id STRING
// timeout: 30s
CYPHER 25
MATCH (g:Group)
WHERE g.group_id > $after
RETURN g.group_id AS group_id
ORDER BY g.group_id
LIMIT $limit
