// Summaries of sessions are found by their uuid and undone by their operation.

CREATE CONSTRAINT summary_uuid IF NOT EXISTS FOR (n:Summary) REQUIRE n.uuid IS UNIQUE;
CREATE INDEX summary_operation IF NOT EXISTS FOR (n:Summary) ON (n.operation);
