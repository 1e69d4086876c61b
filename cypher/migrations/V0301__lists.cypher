// What the lists are read from in order: versions of facts by when they hold, entities by name.

CREATE INDEX fact_version_valid_at IF NOT EXISTS FOR (n:FactVersion) ON (n.group_id, n.valid_at);
