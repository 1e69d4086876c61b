// purpose: Count a failed reading of turns: due again after a pause that doubles, parked after the last attempt.
// mode: write
// params: failures LIST<MAP>, max_attempts INTEGER, backoff_ms INTEGER
// returns: uuid STRING, state STRING
// timeout: 30s
CYPHER 25
UNWIND $failures AS row
MATCH (e:Episode {uuid: row.uuid})
WHERE e.state = 'pending'
SET e.attempts = e.attempts + 1
SET e.state = CASE WHEN e.attempts >= $max_attempts THEN 'failed' ELSE 'pending' END,
    e.state_reason = 'attempt ' + toString(e.attempts) + ' of ' + toString($max_attempts) + ': ' + row.reason,
    e.retry_at = datetime.realtime()
      + duration({milliseconds: $backoff_ms * toInteger(2 ^ CASE WHEN e.attempts > 12 THEN 12 ELSE e.attempts - 1 END)})
RETURN e.uuid AS uuid, e.state AS state
