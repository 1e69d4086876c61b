// Turns that are due to be read again, by a language model or by newer extractors, and what the model has used.

CREATE INDEX group_reread_due_at IF NOT EXISTS FOR (n:Group) ON (n.reread_due_at);

CREATE INDEX episode_reread_at IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.reread_at);
CREATE INDEX episode_reread_state IF NOT EXISTS FOR (n:Episode) ON (n.reread_state, n.group_id);

CREATE CONSTRAINT usage_uuid IF NOT EXISTS FOR (n:Usage) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT usage_key IF NOT EXISTS FOR (n:Usage) REQUIRE n.key IS UNIQUE;
CREATE INDEX usage_group_id IF NOT EXISTS FOR (n:Usage) ON (n.group_id, n.day);
