// purpose: Say what became of turns after reading, with their vectors and language.
// mode: write
// params: episodes LIST<MAP>
// returns: finished INTEGER
// timeout: 30s
CYPHER 25
UNWIND $episodes AS row
MATCH (e:Episode {uuid: row.uuid})
SET e.state = row.state, e.state_reason = row.reason, e.language = row.language, e.embedding = toFloatList(row.embedding)
RETURN count(e) AS finished
