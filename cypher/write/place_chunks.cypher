// purpose: Say where chunks that did not change stand in the new text of their document.
// mode: write
// params: chunks LIST<MAP>
// returns: placed INTEGER
// timeout: 30s
CYPHER 25
UNWIND $chunks AS row
MATCH (e:Episode {uuid: row.uuid})
SET e.metadata = row.metadata
RETURN count(e) AS placed
