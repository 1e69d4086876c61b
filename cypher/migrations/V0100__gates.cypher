// What the gates look turns up by: what a turn says, which turn it repeats, and where it was left out.

CREATE INDEX episode_gist IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.gist, n.duplicate_of);
CREATE INDEX episode_duplicate_of IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.duplicate_of);
CREATE INDEX episode_gate IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.gate);
