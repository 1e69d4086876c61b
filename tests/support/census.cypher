// purpose: How many nodes of each label, relationships, and versions ever written a group has.
// mode: read
// params: group_id STRING
// returns: label STRING, nodes INTEGER
// timeout: 10s
CYPHER 25
UNWIND ['Episode', 'Session', 'Request', 'Assertion', 'Fact', 'FactVersion', 'Entity', 'EntityName'] AS label
CALL (label) {
  MATCH (n:$(label))
  WHERE n.group_id = $group_id
  RETURN count(n) AS nodes
}
RETURN label, nodes
