// purpose: Forget where turns named entities, but for the places to keep.
// mode: write
// params: turns LIST<MAP>
// returns: dropped INTEGER
// timeout: 30s
CYPHER 25
UNWIND $turns AS row
MATCH (ep:Episode {uuid: row.uuid})-[m:MENTIONS]->(e:Entity)
WHERE NOT [m.start, m.end, e.uuid] IN row.keep
DELETE m
WITH DISTINCT e
SET e.mention_count = COUNT { (e)<-[:MENTIONS]-() }
RETURN count(e) AS dropped
