// purpose: Say by which version turns were read, and let a later pass read them again after a while where one is to.
// mode: write
// params: turns LIST<MAP>, again_ms INTEGER?
// returns: marked INTEGER
// timeout: 30s
CYPHER 25
UNWIND $turns AS row
MATCH (e:Episode {uuid: row.uuid})
WHERE e.state = 'extracted'
SET e.extractor_version = row.version
WITH e
WHERE $again_ms IS NOT NULL AND NOT e.do_not_extract
SET e.reread_at = datetime.realtime() + duration({milliseconds: $again_ms}), e.reread_state = 'waiting', e.reread_attempts = 0
RETURN count(e) AS marked
