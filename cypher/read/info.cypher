// purpose: How much there is in the named groups, how far reading has come, and which turns wait or are parked.
// mode: read
// params: group_ids LIST<STRING>, states LIST<STRING>, most INTEGER
// returns: counts MAP, states LIST<MAP>, oldest_pending_s FLOAT, failed LIST<MAP>
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $group_ids AS group_id
  UNWIND $states AS state
  MATCH (n:Episode {group_id: group_id, state: state})
  WHERE n.seq IS NOT NULL
  WITH state, count(n) AS turns, min(n.created_at) AS oldest
  RETURN collect({state: state, turns: turns}) AS states, min(CASE WHEN state = 'pending' THEN oldest END) AS oldest_pending
}
CALL () {
  UNWIND $group_ids AS group_id
  MATCH (n:Episode {group_id: group_id, state: 'failed'})
  WHERE n.seq IS NOT NULL
  WITH n
  ORDER BY n.seq
  LIMIT $most
  RETURN collect({uuid: n.uuid, group_id: n.group_id, attempts: n.attempts, reason: n.state_reason}) AS failed
}
RETURN {
    sessions: COUNT { MATCH (n:Session) WHERE n.group_id IN $group_ids AND n.last_at IS NOT NULL },
    episodes: COUNT { MATCH (n:Episode) WHERE n.group_id IN $group_ids AND n.seq IS NOT NULL },
    facts: COUNT { MATCH (n:Fact) WHERE n.group_id IN $group_ids AND n.created_at IS NOT NULL },
    fact_versions: COUNT { MATCH (n:FactVersion) WHERE n.group_id IN $group_ids AND n.valid_at IS NOT NULL },
    entities: COUNT { MATCH (n:Entity) WHERE n.group_id IN $group_ids AND n.identity_key IS NOT NULL },
    operations: COUNT { MATCH (n:Operation) WHERE n.group_id IN $group_ids AND n.created_at IS NOT NULL }
  } AS counts,
  states,
  CASE WHEN oldest_pending IS NOT NULL
    THEN duration.inSeconds(oldest_pending, datetime.realtime()).milliseconds / 1000.0
  END AS oldest_pending_s,
  failed
