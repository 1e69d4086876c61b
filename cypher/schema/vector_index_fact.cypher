// purpose: Create the public vector index over facts, with the properties that a search may filter by.
// mode: schema
// params: dimensions INTEGER
// returns: none
// timeout: 30s
CYPHER 25
CREATE VECTOR INDEX fact_embedding IF NOT EXISTS FOR (n:Fact) ON n.embedding
WITH [n.group_id, n.tier, n.kind, n.predicate, n.modality, n.valid_at, n.invalid_at, n.created_at, n.expired_at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine'}}
