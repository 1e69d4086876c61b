// purpose: Let turns that could not be read again keep their reading: due after a pause that doubles, given up after the last try.
// mode: write
// params: failures LIST<MAP>, most_attempts INTEGER, backoff_ms INTEGER, longest_ms INTEGER
// returns: uuid STRING, state STRING
// timeout: 30s
CYPHER 25
UNWIND $failures AS row
MATCH (e:Episode {uuid: row.uuid})
WHERE e.reread_at IS NOT NULL
SET e.reread_attempts = coalesce(e.reread_attempts, 0) + CASE WHEN row.counts THEN 1 ELSE 0 END
WITH e, row, row.counts AND e.reread_attempts >= $most_attempts AS last,
  toInteger($backoff_ms * 2 ^ CASE
    WHEN e.reread_attempts > 12 THEN 12 WHEN e.reread_attempts < 1 THEN 0 ELSE e.reread_attempts - 1 END) AS doubled
WITH e, row, last, CASE WHEN doubled > $longest_ms THEN $longest_ms ELSE doubled END AS pause
SET e.reread_state = CASE WHEN last THEN 'gave_up' ELSE 'waiting' END,
    e.reread_reason = row.reason,
    e.reread_at = CASE WHEN NOT last
      THEN datetime.realtime() + duration({milliseconds: CASE WHEN row.wait_ms > pause THEN row.wait_ms ELSE pause END}) END
RETURN e.uuid AS uuid, e.reread_state AS state
