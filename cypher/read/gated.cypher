// purpose: How many turns of the named groups each write gate stopped, and how many repeat another turn.
// mode: read
// params: group_ids LIST<STRING>, gates LIST<STRING>
// returns: gated LIST<MAP>
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $gates AS gate
  UNWIND $group_ids AS group_id
  MATCH (n:Episode {group_id: group_id, gate: gate})
  USING INDEX n:Episode(group_id, gate)
  WITH gate, count(n) AS turns
  RETURN collect({gate: gate, turns: turns}) AS stopped
}
CALL () {
  UNWIND $group_ids AS group_id
  MATCH (n:Episode {group_id: group_id})
  USING INDEX n:Episode(group_id, duplicate_of)
  WHERE n.duplicate_of > ''
  RETURN count(n) AS repeated
}
RETURN stopped + [{gate: 'duplicate', turns: repeated}] AS gated
