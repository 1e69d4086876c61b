// purpose: Say that turns wait no longer to be read again, and by which version those that were read now are.
// mode: write
// params: turns LIST<MAP>
// returns: finished INTEGER
// timeout: 30s
CYPHER 25
UNWIND $turns AS row
MATCH (e:Episode {uuid: row.uuid})
SET e.extractor_version = coalesce(row.version, e.extractor_version),
    e.reread_at = null, e.reread_state = null, e.reread_attempts = null, e.reread_reason = null
RETURN count(e) AS finished
