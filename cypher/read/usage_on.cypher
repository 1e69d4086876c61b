// purpose: What a language model has used for a group on a day, over all instances.
// mode: read
// params: group_id STRING, day STRING
// returns: calls INTEGER, prompt_tokens INTEGER, completion_tokens INTEGER, cost FLOAT, estimated INTEGER
// timeout: 30s
CYPHER 25
MATCH (u:Usage {group_id: $group_id, day: $day})
RETURN coalesce(sum(u.calls), 0) AS calls, coalesce(sum(u.prompt_tokens), 0) AS prompt_tokens,
       coalesce(sum(u.completion_tokens), 0) AS completion_tokens, coalesce(sum(u.cost), 0.0) AS cost,
       coalesce(sum(u.estimated), 0) AS estimated
