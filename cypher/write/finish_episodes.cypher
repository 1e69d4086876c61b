// purpose: Say what became of turns after reading and what the gates decided, with their vectors unless they have them.
// mode: write
// params: episodes LIST<MAP>
// returns: finished INTEGER
// timeout: 30s
CYPHER 25
UNWIND $episodes AS row
MATCH (e:Episode {uuid: row.uuid})
SET e.state = row.state, e.state_reason = row.reason, e.language = row.language, e.gate = row.gate, e.gist = row.gist,
    e.duplicate_of = row.duplicate_of, e.importance = row.importance, e.summary = row.summary,
    e.decisions = row.decisions, e.embedding = coalesce(toFloatList(row.embedding), e.embedding)
RETURN count(e) AS finished
