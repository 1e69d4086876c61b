// purpose: How many turns of the whole store each write gate stopped, and how many repeat another turn.
// mode: read
// params: none
// returns: gated LIST<MAP>
// timeout: 30s
// scan: every turn is looked at
CYPHER 25
MATCH (n:Episode)
WHERE n.gate IS NOT NULL OR n.duplicate_of > ''
WITH coalesce(n.gate, 'duplicate') AS gate, count(n) AS turns
RETURN collect({gate: gate, turns: turns}) AS gated
