// The core graph: unique keys and the range indexes that reads and the ingestion need. See docs/architecture.md.

CREATE CONSTRAINT group_uuid IF NOT EXISTS FOR (n:Group) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT group_id IF NOT EXISTS FOR (n:Group) REQUIRE n.group_id IS UNIQUE;
CREATE INDEX group_due_at IF NOT EXISTS FOR (n:Group) ON (n.due_at);

CREATE CONSTRAINT session_uuid IF NOT EXISTS FOR (n:Session) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT session_key IF NOT EXISTS FOR (n:Session) REQUIRE n.session_key IS UNIQUE;
CREATE INDEX session_last_at IF NOT EXISTS FOR (n:Session) ON (n.group_id, n.last_at);

CREATE CONSTRAINT episode_uuid IF NOT EXISTS FOR (n:Episode) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT episode_seq IF NOT EXISTS FOR (n:Episode) REQUIRE (n.group_id, n.seq) IS UNIQUE;
CREATE INDEX episode_dedup_key IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.dedup_key);
CREATE INDEX episode_external_id IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.external_id);
CREATE INDEX episode_order_key IF NOT EXISTS FOR (n:Episode) ON (n.order_key);
CREATE INDEX episode_state IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.state);
CREATE INDEX episode_valid_at IF NOT EXISTS FOR (n:Episode) ON (n.group_id, n.valid_at, n.seq);

CREATE CONSTRAINT request_uuid IF NOT EXISTS FOR (n:Request) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT request_key IF NOT EXISTS FOR (n:Request) REQUIRE n.key IS UNIQUE;

CREATE CONSTRAINT assertion_uuid IF NOT EXISTS FOR (n:Assertion) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT assertion_key IF NOT EXISTS FOR (n:Assertion) REQUIRE n.key IS UNIQUE;
CREATE INDEX assertion_slot IF NOT EXISTS FOR (n:Assertion) ON (n.slot);
CREATE INDEX assertion_claim IF NOT EXISTS FOR (n:Assertion) ON (n.claim);

CREATE CONSTRAINT fact_uuid IF NOT EXISTS FOR (n:Fact) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT fact_id IF NOT EXISTS FOR (n:Fact) REQUIRE n.fact_id IS UNIQUE;
CREATE INDEX fact_slot IF NOT EXISTS FOR (n:Fact) ON (n.slot);
CREATE INDEX fact_created_at IF NOT EXISTS FOR (n:Fact) ON (n.group_id, n.created_at);
CREATE INDEX fact_predicate IF NOT EXISTS FOR (n:Fact) ON (n.group_id, n.predicate);

CREATE CONSTRAINT fact_version_uuid IF NOT EXISTS FOR (n:FactVersion) REQUIRE n.uuid IS UNIQUE;
CREATE INDEX fact_version_fact_id IF NOT EXISTS FOR (n:FactVersion) ON (n.fact_id);
CREATE INDEX fact_version_operation IF NOT EXISTS FOR (n:FactVersion) ON (n.operation);

CREATE CONSTRAINT entity_uuid IF NOT EXISTS FOR (n:Entity) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (n:Entity) REQUIRE n.entity_key IS UNIQUE;
CREATE INDEX entity_identity_key IF NOT EXISTS FOR (n:Entity) ON (n.group_id, n.identity_key);

CREATE CONSTRAINT entity_name_uuid IF NOT EXISTS FOR (n:EntityName) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT entity_name_key IF NOT EXISTS FOR (n:EntityName) REQUIRE n.key IS UNIQUE;
CREATE INDEX entity_name_name_key IF NOT EXISTS FOR (n:EntityName) ON (n.name_key);

CREATE CONSTRAINT operation_uuid IF NOT EXISTS FOR (n:Operation) REQUIRE n.uuid IS UNIQUE;
CREATE INDEX operation_created_at IF NOT EXISTS FOR (n:Operation) ON (n.group_id, n.created_at);

CREATE CONSTRAINT recall_uuid IF NOT EXISTS FOR (n:Recall) REQUIRE n.uuid IS UNIQUE;
CREATE INDEX recall_created_at IF NOT EXISTS FOR (n:Recall) ON (n.group_id, n.created_at);

CREATE CONSTRAINT everwhen_schema_name IF NOT EXISTS FOR (n:EverwhenSchema) REQUIRE n.name IS UNIQUE;

CREATE INDEX relates_to_uuid IF NOT EXISTS FOR ()-[r:RELATES_TO]-() ON (r.uuid);
CREATE INDEX relates_to_fact_id IF NOT EXISTS FOR ()-[r:RELATES_TO]-() ON (r.fact_id);
