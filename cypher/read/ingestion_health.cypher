// purpose: How many turns wait to be read or are parked, over all groups, and since when the oldest waits.
// mode: read
// params: none
// returns: pending INTEGER, failed INTEGER, oldest_pending_s FLOAT
// timeout: 4s
CYPHER 25
CALL () {
  MATCH (e:Episode)
  WHERE e.state = 'pending'
  RETURN count(e) AS pending, min(e.created_at) AS oldest
}
CALL () {
  MATCH (e:Episode)
  WHERE e.state = 'failed'
  RETURN count(e) AS failed
}
RETURN pending, failed,
       CASE WHEN oldest IS NULL THEN null
            ELSE duration.inSeconds(oldest, datetime.realtime()).milliseconds / 1000.0 END AS oldest_pending_s
