// purpose: Take back what one operation said about which entities are one, as if it had never been said.
// mode: write
// params: entities LIST<STRING>, at DATETIME
// returns: changed INTEGER
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $entities AS uuid
  MATCH (:Entity {uuid: uuid})-[s:SAME_AS]->(:Entity)
  WHERE s.created_at = $at AND s.status = 'merged'
  DELETE s
}
CALL () {
  UNWIND $entities AS uuid
  MATCH (:Entity {uuid: uuid})-[s:SAME_AS]->(:Entity)
  WHERE s.expired_at = $at
  SET s.expired_at = datetime('9999-12-31T00:00:00Z'),
      s.status = CASE s.status WHEN 'accepted' THEN 'pending' ELSE s.status END
}
RETURN size($entities) AS changed
