// purpose: Give a group other entity types and predicates of its own; null takes them away.
// mode: write
// params: group_id STRING, vocabulary STRING?
// returns: uuid STRING
// timeout: 30s
CYPHER 25
MATCH (g:Group {group_id: $group_id})
SET g.vocabulary = $vocabulary
RETURN g.uuid AS uuid
