// purpose: How many turns of the named groups wait to be read again or were given up, and what the language model has used for each.
// mode: read
// params: group_ids LIST<STRING>, day STRING, most INTEGER
// returns: waiting INTEGER, gave_up INTEGER, kept LIST<MAP>, usage LIST<MAP>
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $group_ids AS group_id
  MATCH (n:Episode {reread_state: 'waiting', group_id: group_id})
  RETURN count(n) AS waiting
}
CALL () {
  UNWIND $group_ids AS group_id
  MATCH (n:Episode {reread_state: 'gave_up', group_id: group_id})
  RETURN count(n) AS gave_up
}
CALL () {
  UNWIND $group_ids AS group_id
  MATCH (n:Episode {reread_state: 'gave_up', group_id: group_id})
  WITH n
  ORDER BY n.group_id, n.seq
  LIMIT $most
  RETURN collect({uuid: n.uuid, group_id: n.group_id, attempts: n.reread_attempts, reason: n.reread_reason}) AS kept
}
CALL () {
  UNWIND $group_ids AS group_id
  MATCH (u:Usage {group_id: group_id})
  WHERE u.day IS NOT NULL
  WITH u.group_id AS group_id, sum(u.calls) AS calls, sum(u.prompt_tokens) AS prompt_tokens,
       sum(u.completion_tokens) AS completion_tokens, sum(u.cost) AS cost,
       sum(CASE WHEN u.day = $day THEN u.prompt_tokens + u.completion_tokens ELSE 0 END) AS tokens_today,
       sum(CASE WHEN u.day = $day THEN u.cost ELSE 0.0 END) AS cost_today
  ORDER BY group_id
  RETURN collect({group_id: group_id, calls: calls, prompt_tokens: prompt_tokens, completion_tokens: completion_tokens,
                  cost: cost, tokens_today: tokens_today, cost_today: cost_today}) AS usage
}
RETURN waiting, gave_up, kept, usage
