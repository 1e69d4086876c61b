// purpose: Create the public vector index over entities, with the properties that a search may filter by.
// mode: schema
// params: dimensions INTEGER
// returns: none
// timeout: 30s
CYPHER 25
CREATE VECTOR INDEX entity_embedding IF NOT EXISTS FOR (n:Entity) ON n.embedding
WITH [n.group_id, n.type]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine'}}
