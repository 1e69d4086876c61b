// Pairs of entities that may be one are found by their id, and those that wait for a decision by their group.

CREATE INDEX same_as_uuid IF NOT EXISTS FOR ()-[r:SAME_AS]-() ON (r.uuid);
CREATE INDEX same_as_status IF NOT EXISTS FOR ()-[r:SAME_AS]-() ON (r.group_id, r.status, r.created_at);
