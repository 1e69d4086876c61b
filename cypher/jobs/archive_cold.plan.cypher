// purpose: Facts or turns of a group that have gone cold, within a stretch of time.
// mode: read
// params: group_id STRING, label STRING, now DATETIME, after_at DATETIME, until_at DATETIME, rate FLOAT,
//   period_days FLOAT, half_life_days FLOAT, half_lives MAP, recent_days FLOAT, idle_days FLOAT, least_importance FLOAT,
//   least_strength FLOAT
// returns: uuid STRING, at DATETIME, before MAP, after MAP, why MAP
// timeout: 60s
CYPHER 25
CALL () {
  MATCH (n:Fact)
  USING INDEX n:Fact(group_id, created_at)
  WHERE n.group_id = $group_id AND n.created_at > $after_at AND n.created_at <= $until_at
    AND $label = 'Fact' AND n.tier = 'hot' AND NOT coalesce(n.pinned, false)
  RETURN n, n.created_at AS at, n.kind AS kind
  UNION ALL
  MATCH (n:Episode)
  USING INDEX n:Episode(group_id, valid_at, seq)
  WHERE n.group_id = $group_id AND n.valid_at > $after_at AND n.valid_at <= $until_at AND n.seq >= 0
    AND $label = 'Episode' AND n.tier = 'hot' AND n.state <> 'pending'
  RETURN n, n.valid_at AS at, 'episode' AS kind
}
WITH n, at, kind, coalesce(n.base_importance, n.importance) AS base,
  reduce(latest = n.created_at, t IN [n.last_stated_at, n.last_accessed_at] | CASE WHEN t > latest THEN t ELSE latest END) AS since
WITH n, at, base, since, ($now.epochSeconds - since.epochSeconds) / 86400.0 AS idle, coalesce($half_lives[kind], $half_life_days) AS half_life,
  size([day IN coalesce(n.accessed_on, []) WHERE day > $now.epochSeconds / 86400.0 - $recent_days - 1]) AS accesses
WITH n, at, base, since, CASE WHEN idle > 0 THEN idle ELSE 0.0 END AS idle, half_life, accesses
WITH n, at, base, since, idle, half_life, accesses, base * $rate ^ floor(idle / $period_days) AS importance,
  (1 + log(1 + accesses)) * 1.25 ^ coalesce(n.feedback, 0) AS use
WITH n, at, since, idle, half_life, accesses, importance, use, importance * 2 ^ (-idle / half_life) * use AS strength
WHERE (idle >= $idle_days AND importance < $least_importance OR strength < $least_strength)
  AND NOT EXISTS {
    MATCH (n)-[:SUPPORTED_BY]->(a:Assertion)
    WHERE a.single AND n.expired_at > $now AND n.invalid_at > $now
  }
RETURN n.uuid AS uuid, at, {tier: n.tier, group_token: n.group_token, archived_at: n.archived_at} AS before,
  {tier: 'cold', group_token: 'c' + n.group_token, archived_at: $now} AS after,
  {idle_since: toString(since), idle_days: round(idle, 3), half_life_days: half_life, accesses: accesses,
   feedback: coalesce(n.feedback, 0), importance: round(importance, 6), use: round(use, 6), strength: round(strength, 6)} AS why
ORDER BY at, uuid
