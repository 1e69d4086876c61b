// purpose: What some turns call an entity, how often they name it, and how many assertions of theirs are about it.
// mode: read
// params: group_id STRING, entity STRING, turns LIST<STRING>
// returns: surfaces LIST<STRING>, assertions INTEGER, left INTEGER, unknown LIST<STRING>
// timeout: 30s
CYPHER 25
MATCH (e:Entity {uuid: $entity})
RETURN
  COLLECT {
    UNWIND $turns AS turn
    MATCH (n:Episode {uuid: turn})-[m:MENTIONS]->(e)
    RETURN m.surface
    ORDER BY n.valid_at, m.start
  } AS surfaces,
  COUNT {
    UNWIND $turns AS turn
    MATCH (:Episode {uuid: turn})<-[:STATED_IN]-(a:Assertion)-[:SUBJECT|OBJECT]->(e)
    RETURN DISTINCT a
  } AS assertions,
  COUNT {
    MATCH (n:Episode)-[:MENTIONS]->(e)
    WHERE NOT n.uuid IN $turns
    RETURN n
  } AS left,
  COLLECT {
    UNWIND $turns AS turn
    WITH turn
    WHERE NOT EXISTS {
      MATCH (n:Episode {uuid: turn})
      WHERE n.group_id = $group_id
    }
    RETURN turn
  } AS unknown
