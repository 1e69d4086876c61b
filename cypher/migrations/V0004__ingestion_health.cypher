// Health counts turns that wait and turns that are parked over all groups.

CREATE INDEX episode_any_state IF NOT EXISTS FOR (n:Episode) ON (n.state);
