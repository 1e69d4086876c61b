// purpose: How many turns of the whole store wait to be read again or were given up, and what the language model has used.
// mode: read
// params: day STRING, most INTEGER
// returns: waiting INTEGER, gave_up INTEGER, kept LIST<MAP>, usage LIST<MAP>
// timeout: 30s
// scan: usage has one node a group and day, and is summed over all
CYPHER 25
CALL () {
  MATCH (n:Episode {reread_state: 'waiting'})
  WHERE n.group_id IS NOT NULL
  RETURN count(n) AS waiting
}
CALL () {
  MATCH (n:Episode {reread_state: 'gave_up'})
  WHERE n.group_id IS NOT NULL
  RETURN count(n) AS gave_up
}
CALL () {
  MATCH (n:Episode {reread_state: 'gave_up'})
  WHERE n.group_id IS NOT NULL
  WITH n
  ORDER BY n.group_id, n.seq
  LIMIT $most
  RETURN collect({uuid: n.uuid, group_id: n.group_id, attempts: n.reread_attempts, reason: n.reread_reason}) AS kept
}
CALL () {
  MATCH (u:Usage)
  WITH u.group_id AS group_id, sum(u.calls) AS calls, sum(u.prompt_tokens) AS prompt_tokens,
       sum(u.completion_tokens) AS completion_tokens, sum(u.cost) AS cost,
       sum(CASE WHEN u.day = $day THEN u.prompt_tokens + u.completion_tokens ELSE 0 END) AS tokens_today,
       sum(CASE WHEN u.day = $day THEN u.cost ELSE 0.0 END) AS cost_today
  ORDER BY cost DESC, group_id
  LIMIT $most
  RETURN collect({group_id: group_id, calls: calls, prompt_tokens: prompt_tokens, completion_tokens: completion_tokens,
                  cost: cost, tokens_today: tokens_today, cost_today: cost_today}) AS usage
}
RETURN waiting, gave_up, kept, usage
