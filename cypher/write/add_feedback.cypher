// purpose: Add what a caller says of a fact or turn to its feedback, the change kept on the operation.
// mode: write
// params: group_id STRING, uuid STRING, worth INTEGER, most INTEGER, operation STRING
// returns: feedback INTEGER
// timeout: 10s
CYPHER 25
CALL () {
  MATCH (n:Fact {uuid: $uuid})
  RETURN n
  UNION ALL
  MATCH (n:Episode {uuid: $uuid})
  RETURN n
}
WITH n
WHERE n.group_id = $group_id
MATCH (o:Operation {uuid: $operation})
CREATE (o)-[:CHANGED {keys: ['feedback'], feedback: n.feedback}]->(n)
WITH n, coalesce(n.feedback, 0) + $worth AS sum
SET n.feedback = CASE WHEN sum > $most THEN $most WHEN sum < -$most THEN -$most ELSE sum END
RETURN n.feedback AS feedback
