// Who has spoken in a group: recall asks whether a question names one of the speakers.

CREATE INDEX episode_actor IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.actor);
