// purpose: Make name unique among __Neo4jMigrationsLock nodes, as Neo4j-Migrations does.
// mode: schema
// params: none
// returns: none
// timeout: 30s
CYPHER 25
CREATE CONSTRAINT __Neo4jMigrationsLock__has_unique_name IF NOT EXISTS FOR (n:__Neo4jMigrationsLock) REQUIRE n.name IS UNIQUE
