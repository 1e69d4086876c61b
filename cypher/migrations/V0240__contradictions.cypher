// Facts that contradict each other wait for a decision as reviews, found by their id and by their group.

CREATE INDEX contradicts_uuid IF NOT EXISTS FOR ()-[r:CONTRADICTS]-() ON (r.uuid);
CREATE INDEX contradicts_open IF NOT EXISTS FOR ()-[r:CONTRADICTS]-() ON (r.group_id, r.expired_at, r.created_at);
