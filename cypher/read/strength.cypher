// purpose: The terms of a fact's or turn's strength.
// mode: read
// params: group_id STRING, uuid STRING, now DATETIME, rate FLOAT, period_days FLOAT, half_life_days FLOAT, half_lives MAP,
//   recent_days FLOAT
// returns: stated FLOAT, importance FLOAT, idle_since DATETIME, idle_days FLOAT, half_life_days FLOAT, accesses INTEGER,
//   feedback INTEGER, use FLOAT, strength FLOAT
// timeout: 10s
CYPHER 25
CALL () {
  MATCH (n:Fact {uuid: $uuid})
  RETURN n, n.kind AS kind
  UNION ALL
  MATCH (n:Episode {uuid: $uuid})
  RETURN n, 'episode' AS kind
}
WITH n, kind
WHERE n.group_id = $group_id
WITH n, coalesce(n.base_importance, n.importance) AS stated, coalesce($half_lives[kind], $half_life_days) AS half_life,
  reduce(at = n.created_at, t IN [n.last_stated_at, n.last_accessed_at] | CASE WHEN t > at THEN t ELSE at END) AS since,
  size([day IN coalesce(n.accessed_on, []) WHERE day > $now.epochSeconds / 86400.0 - $recent_days - 1]) AS accesses
WITH n, stated, half_life, since, accesses, ($now.epochSeconds - since.epochSeconds) / 86400.0 AS idle
WITH n, stated, half_life, since, accesses, CASE WHEN idle > 0 THEN idle ELSE 0.0 END AS idle
WITH n, stated, half_life, since, accesses, idle, stated * $rate ^ floor(idle / $period_days) AS importance,
  (1 + log(1 + accesses)) * 1.25 ^ coalesce(n.feedback, 0) AS use
RETURN stated, round(importance, 6) AS importance, since AS idle_since, round(idle, 3) AS idle_days, half_life AS half_life_days,
  accesses, coalesce(n.feedback, 0) AS feedback, round(use, 6) AS use,
  round(importance * 2 ^ (-idle / half_life) * use, 6) AS strength
