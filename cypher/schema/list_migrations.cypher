// purpose: Every recorded migration, oldest version first, without the baseline.
// mode: read
// params: none
// returns: version STRING, description STRING, checksum STRING, source STRING
// timeout: 30s
// scan: a handful of bookkeeping nodes in the whole database
CYPHER 25
MATCH (m:__Neo4jMigration)
WHERE m.version <> 'BASELINE'
RETURN m.version AS version, m.description AS description, m.checksum AS checksum, m.source AS source
ORDER BY version
