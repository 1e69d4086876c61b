// purpose: Keep what stands for removed chunks of a document from being found.
// mode: write
// params: uuids LIST<STRING>, tier STRING
// returns: hidden INTEGER
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Episode {uuid: uuid})
SET e.tier = $tier
RETURN count(e) AS hidden
