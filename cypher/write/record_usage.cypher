// purpose: Add what a language model has used for a group to its count of the day.
// mode: write
// params: rows LIST<MAP>
// returns: recorded INTEGER
// timeout: 30s
CYPHER 25
UNWIND $rows AS row
MERGE (u:Usage {key: row.key})
ON CREATE SET
  u.uuid = row.uuid, u.created_at = datetime.truncate('microsecond', datetime.realtime()), u.group_id = row.group_id,
  u.day = row.day, u.extractor = row.extractor, u.calls = 0, u.prompt_tokens = 0, u.completion_tokens = 0, u.cost = 0.0,
  u.estimated = 0
SET u.calls = u.calls + row.calls, u.prompt_tokens = u.prompt_tokens + row.prompt_tokens,
    u.completion_tokens = u.completion_tokens + row.completion_tokens, u.cost = u.cost + row.cost,
    u.estimated = u.estimated + row.estimated
RETURN count(u) AS recorded
