// purpose: Version and edition of the server, which also shows that the database is there.
// mode: read
// params: none
// returns: version STRING, edition STRING
// timeout: 5s
CYPHER 25
CALL dbms.components() YIELD name, versions, edition
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition
