// purpose: Let one writer at a time change what a group believes, and give the time of this change, later than the last.
// mode: write
// params: group_id STRING, uuid STRING
// returns: now DATETIME
// timeout: 30s
CYPHER 25
MERGE (c:BeliefClock {group_id: $group_id})
ON CREATE SET
  c.uuid = $uuid,
  c.created_at = datetime.truncate('microsecond', datetime.realtime()),
  c.at = datetime('0001-01-01T00:00:00Z')
SET c.at = CASE
  WHEN datetime.truncate('microsecond', datetime.realtime()) > c.at
  THEN datetime.truncate('microsecond', datetime.realtime())
  ELSE c.at + duration({microseconds: 1})
END
RETURN c.at AS now
