// purpose: The turns that stand for given external ids (their latest revision) or given dedup keys.
// mode: read
// params: group_id STRING, external_ids LIST<STRING>, dedup_keys LIST<STRING>
// returns: external_id STRING, dedup_key STRING, episode MAP
// timeout: 30s
CYPHER 25
CALL () {
  UNWIND $external_ids AS external_id
  MATCH (e:Episode {group_id: $group_id, external_id: external_id})
  WHERE NOT EXISTS { (:Episode)-[:REVISES]->(e) }
  RETURN external_id, null AS dedup_key, e
  UNION ALL
  UNWIND $dedup_keys AS dedup_key
  MATCH (e:Episode {group_id: $group_id, dedup_key: dedup_key})
  WHERE e.external_id IS NULL
  RETURN null AS external_id, dedup_key, e
}
RETURN external_id, dedup_key, e {.*, embedding: null} AS episode
