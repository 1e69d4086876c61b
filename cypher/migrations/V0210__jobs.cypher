// Jobs: their leases and runs, and what reads facts by when they may be put away. See docs/jobs.md.

CREATE CONSTRAINT job_lease_uuid IF NOT EXISTS FOR (n:JobLease) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT job_lease_name IF NOT EXISTS FOR (n:JobLease) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT job_run_uuid IF NOT EXISTS FOR (n:JobRun) REQUIRE n.uuid IS UNIQUE;
CREATE INDEX job_run_started_at IF NOT EXISTS FOR (n:JobRun) ON (n.name, n.started_at);
CREATE INDEX fact_expires_at IF NOT EXISTS FOR (n:Fact) ON (n.group_id, n.expires_at);
