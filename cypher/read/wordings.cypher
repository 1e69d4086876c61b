// purpose: What assertions say, for facts that are to say it again.
// mode: read
// params: keys LIST<STRING>
// returns: key STRING, assertion MAP, text STRING
// timeout: 30s
CYPHER 25
UNWIND $keys AS key
MATCH (a:Assertion {key: key})
OPTIONAL MATCH (f:Fact {fact_id: a.claim})
RETURN key, a {.*} AS assertion, f.text AS text
