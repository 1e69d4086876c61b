// purpose: Facts of a group whose time to live is over, stored within a stretch of time.
// mode: read
// params: group_id STRING, label STRING, now DATETIME, after_at DATETIME, until_at DATETIME
// returns: uuid STRING, at DATETIME, before MAP, after MAP, why MAP
// timeout: 60s
CYPHER 25
MATCH (f:Fact)
USING INDEX f:Fact(group_id, created_at)
WHERE f.group_id = $group_id AND f.expires_at <= $now AND f.created_at > $after_at
  AND f.created_at <= $until_at AND $label IN labels(f) AND f.tier = 'hot' AND NOT coalesce(f.pinned, false)
  AND NOT EXISTS {
    MATCH (f)-[:SUPPORTED_BY]->(a:Assertion)
    WHERE a.single AND f.expired_at > $now AND f.invalid_at > $now
  }
RETURN f.uuid AS uuid, f.created_at AS at, {tier: f.tier, group_token: f.group_token, archived_at: f.archived_at} AS before,
  {tier: 'cold', group_token: 'c' + f.group_token, archived_at: $now} AS after,
  {kind: f.kind, expired: toString(f.expires_at)} AS why
ORDER BY f.created_at, f.uuid
