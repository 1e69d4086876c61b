// purpose: Facts of a group whose importance should have fallen, stored within a stretch of time.
// mode: read
// params: group_id STRING, label STRING, now DATETIME, after_at DATETIME, until_at DATETIME, rate FLOAT, period_days FLOAT
// returns: uuid STRING, at DATETIME, before MAP, after MAP, why MAP
// timeout: 60s
CYPHER 25
MATCH (f:Fact)
USING INDEX f:Fact(group_id, created_at)
WHERE f.group_id = $group_id AND f.created_at > $after_at AND f.created_at <= $until_at
  AND $label IN labels(f) AND NOT coalesce(f.pinned, false)
WITH f, coalesce(f.base_importance, f.importance) AS base,
  reduce(at = f.created_at, t IN [f.last_stated_at, f.last_accessed_at] | CASE WHEN t > at THEN t ELSE at END) AS since
WITH f, base, since, ($now.epochSeconds - since.epochSeconds) / 86400.0 AS idle
WITH f, base, since, toInteger(CASE WHEN idle > 0 THEN floor(idle / $period_days) ELSE 0 END) AS periods
WITH f, base, since, periods, round(base * $rate ^ periods, 6) AS importance
WHERE abs(importance - f.importance) > 0.0000005
RETURN f.uuid AS uuid, f.created_at AS at, {importance: f.importance} AS before, {importance: importance} AS after,
  {stated: base, periods: periods, idle_since: toString(since)} AS why
ORDER BY f.created_at, f.uuid
