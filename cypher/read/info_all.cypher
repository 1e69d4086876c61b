// purpose: How much there is in the whole store, how far reading has come, and which turns wait or are parked.
// mode: read
// params: most INTEGER
// returns: counts MAP, states LIST<MAP>, oldest_pending_s FLOAT, failed LIST<MAP>
// timeout: 30s
// scan: counts come from the count store; states are those of every turn
CYPHER 25
CALL () {
  MATCH (n:Episode)
  WITH n.state AS state, count(*) AS turns, min(n.created_at) AS oldest
  RETURN collect({state: state, turns: turns}) AS states, min(CASE WHEN state = 'pending' THEN oldest END) AS oldest_pending
}
CALL () {
  MATCH (n:Episode)
  WHERE n.state = 'failed'
  WITH n
  ORDER BY n.group_id, n.seq
  LIMIT $most
  RETURN collect({uuid: n.uuid, group_id: n.group_id, attempts: n.attempts, reason: n.state_reason}) AS failed
}
RETURN {
    groups: COUNT { (:Group) },
    sessions: COUNT { (:Session) },
    episodes: COUNT { (:Episode) },
    assertions: COUNT { (:Assertion) },
    facts: COUNT { (:Fact) },
    fact_versions: COUNT { (:FactVersion) },
    entities: COUNT { (:Entity) },
    operations: COUNT { (:Operation) }
  } AS counts,
  states,
  CASE WHEN oldest_pending IS NOT NULL
    THEN duration.inSeconds(oldest_pending, datetime.realtime()).milliseconds / 1000.0
  END AS oldest_pending_s,
  failed
