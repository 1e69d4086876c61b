// purpose: A group's own entity types and predicates as JSON; null where it has none.
// mode: read
// params: group_id STRING
// returns: vocabulary STRING
// timeout: 5s
CYPHER 25
MATCH (g:Group {group_id: $group_id})
RETURN g.vocabulary AS vocabulary
