// purpose: Make version and target unique among __Neo4jMigration nodes, as Neo4j-Migrations does.
// mode: schema
// params: none
// returns: none
// timeout: 30s
CYPHER 25
CREATE CONSTRAINT unique_version___Neo4jMigration IF NOT EXISTS FOR (n:__Neo4jMigration) REQUIRE (n.version, n.migrationTarget) IS UNIQUE
