// purpose: Record one applied migration in version order, in the format of Neo4j-Migrations.
// mode: write
// params: previous STRING, version STRING, description STRING, source STRING, checksum STRING, took_ms INTEGER, by STRING, connected_as STRING
// returns: version STRING
// timeout: 30s
// scan: a handful of bookkeeping nodes in the whole database
CYPHER 25
MERGE (before:__Neo4jMigration {version: $previous})
MERGE (applied:__Neo4jMigration {version: $version})
SET applied.description = $description, applied.type = 'CYPHER', applied.source = $source, applied.checksum = $checksum
WITH before, applied
OPTIONAL MATCH (before)-[old:MIGRATED_TO]->(after:__Neo4jMigration)
WHERE after <> applied
FOREACH (link IN CASE WHEN old IS NULL THEN [] ELSE [old] END |
  CREATE (applied)-[moved:MIGRATED_TO]->(after)
  SET moved = properties(link)
  DELETE link
)
MERGE (before)-[link:MIGRATED_TO]->(applied)
ON CREATE SET link.at = datetime({timezone: 'UTC'}), link.`in` = duration({milliseconds: $took_ms}), link.by = $by,
              link.connectedAs = $connected_as
RETURN applied.version AS version
