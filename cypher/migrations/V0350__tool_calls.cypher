// Finds the call that a tool's result answers.

CREATE INDEX episode_tool_call IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.tool_call_id);
