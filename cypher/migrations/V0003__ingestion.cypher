// What ingestion and operations look things up by: the clock of a group's beliefs, turns that wait, and the
// assertions that an operation wrote or retired.

CREATE CONSTRAINT belief_clock_uuid IF NOT EXISTS FOR (n:BeliefClock) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT belief_clock_group_id IF NOT EXISTS FOR (n:BeliefClock) REQUIRE n.group_id IS UNIQUE;

CREATE INDEX episode_waiting IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.state, n.seq);
CREATE INDEX episode_retry_at IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.state, n.retry_at);

CREATE INDEX assertion_operation IF NOT EXISTS FOR (n:Assertion) ON (n.operation);
CREATE INDEX assertion_retired_by IF NOT EXISTS FOR (n:Assertion) ON (n.retired_by);
