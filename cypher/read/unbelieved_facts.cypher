// purpose: Those of the given claims that are facts nobody believes at present, with what they would lose by being believed.
// mode: read
// params: claims LIST<STRING>
// returns: fact_id STRING, wording STRING, confidence FLOAT, importance FLOAT, base_importance FLOAT,
//   last_stated_at STRING, valid_at STRING, invalid_at STRING,
//   expired_at STRING, expires_at STRING
// timeout: 30s
CYPHER 25
UNWIND $claims AS claim
MATCH (f:Fact {fact_id: claim})
WHERE NOT EXISTS {
  MATCH (a:Assertion {claim: claim})
  WHERE a.retired_at = datetime('9999-12-31T00:00:00Z')
}
RETURN f.fact_id AS fact_id,
  head(COLLECT {
    MATCH (a:Assertion {claim: claim})
    WHERE a.text = f.text
    RETURN a.key
    ORDER BY a.said_at DESC, a.confidence DESC, a.key DESC
    LIMIT 1
  }) AS wording,
  f.confidence AS confidence, f.importance AS importance, f.base_importance AS base_importance,
  toString(f.last_stated_at) AS last_stated_at, toString(f.valid_at) AS valid_at,
  toString(f.invalid_at) AS invalid_at, toString(f.expired_at) AS expired_at, toString(f.expires_at) AS expires_at
