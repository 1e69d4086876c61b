// purpose: Every version a group ever believed, on both axes.
// mode: read
// params: group_id STRING
// returns: fact_id STRING, valid_at DATETIME, invalid_at DATETIME, created_at DATETIME, expired_at DATETIME
// timeout: 10s
CYPHER 25
MATCH (f:Fact {group_id: $group_id})
MATCH (f)-[:HAS_VERSION]->(v:FactVersion)
RETURN f.fact_id AS fact_id, v.valid_at AS valid_at, v.invalid_at AS invalid_at, v.created_at AS created_at,
       v.expired_at AS expired_at
