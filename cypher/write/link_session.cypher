// purpose: Link turns to their neighbours in the session, in the order of valid_at and seq.
// mode: write
// params: uuids LIST<STRING>
// returns: linked INTEGER
// timeout: 30s
CYPHER 25
UNWIND $uuids AS uuid
MATCH (e:Episode {uuid: uuid})
WHERE e.order_key IS NOT NULL
CALL (e) {
  OPTIONAL MATCH (p:Episode)
  WHERE p.order_key < e.order_key AND p.order_key >= left(e.order_key, 33)
  RETURN p
  ORDER BY p.order_key DESC
  LIMIT 1
}
CALL (e) {
  OPTIONAL MATCH (n:Episode)
  WHERE n.order_key > e.order_key AND n.order_key < left(e.order_key, 32) + '~'
  RETURN n
  ORDER BY n.order_key
  LIMIT 1
}
WITH e, p, n
OPTIONAL MATCH (p)-[across:NEXT_EPISODE]->(n)
DELETE across
FOREACH (_ IN CASE WHEN p IS NULL THEN [] ELSE [1] END | MERGE (p)-[:NEXT_EPISODE]->(e))
FOREACH (_ IN CASE WHEN n IS NULL THEN [] ELSE [1] END | MERGE (e)-[:NEXT_EPISODE]->(n))
RETURN count(e) AS linked
