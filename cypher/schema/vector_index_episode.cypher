// purpose: Create the public vector index over turns, with the properties that a search may filter by.
// mode: schema
// params: dimensions INTEGER
// returns: none
// timeout: 30s
CYPHER 25
CREATE VECTOR INDEX episode_embedding IF NOT EXISTS FOR (n:Episode) ON n.embedding
WITH [n.group_id, n.tier, n.session_id, n.role, n.valid_at, n.created_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine'}}
