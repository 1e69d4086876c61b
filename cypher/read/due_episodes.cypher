// purpose: The next turns of a group that are due to be read, in the order they came; `heard` is whom an assistant answers.
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
OPTIONAL CALL (e) {
  WITH e
  WHERE e.role = 'assistant' AND e.order_key IS NOT NULL
  MATCH (p:Episode)
  USING INDEX p:Episode(order_key)
  WHERE p.order_key < e.order_key AND p.order_key >= left(e.order_key, 33) AND p.role = 'user' AND p.actor IS NOT NULL
  RETURN p.actor AS heard
  ORDER BY p.order_key DESC
  LIMIT 1
}
OPTIONAL CALL (e) {
  WITH e
  WHERE e.role = 'tool' AND e.tool_call_id IS NOT NULL
  MATCH (c:Episode)
  USING INDEX c:Episode(group_id, tool_call_id)
  WHERE c.group_id = e.group_id AND c.tool_call_id = e.tool_call_id AND c.tool_args IS NOT NULL
    AND coalesce(c.session_id, '') = coalesce(e.session_id, '') AND c.valid_at <= e.valid_at
  RETURN c.tool_args AS call_args, c.tool_name AS call_name
  ORDER BY c.valid_at DESC, c.seq DESC
  LIMIT 1
}
RETURN e {.*, embedding: null, heard: heard, call_args: call_args, call_name: call_name} AS episode
ORDER BY e.seq
