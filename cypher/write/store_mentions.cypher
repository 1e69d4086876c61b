// purpose: Record where in a turn an entity was named; the same place twice is one mention.
// mode: write
// params: mentions LIST<MAP>
// returns: written INTEGER
// timeout: 30s
CYPHER 25
UNWIND $mentions AS row
MATCH (ep:Episode {uuid: row.episode})
MATCH (e:Entity {uuid: row.entity})
MERGE (ep)-[m:MENTIONS {start: row.start, end: row.end}]->(e)
ON CREATE SET m.surface = row.surface, m.extractor = row.extractor, m.confidence = row.confidence,
  m.stage = row.stage, m.score = row.score
WITH DISTINCT e
SET e.mention_count = COUNT { (e)<-[:MENTIONS]-() }
RETURN count(e) AS written
