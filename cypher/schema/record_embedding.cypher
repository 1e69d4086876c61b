// purpose: Record the embedding model of this graph unless one is recorded, and return the one that is.
// mode: write
// params: uuid STRING, model STRING, dimensions INTEGER, probe LIST<FLOAT>
// returns: model STRING, dimensions INTEGER, probe LIST<FLOAT>
// timeout: 30s
CYPHER 25
MERGE (schema:EverwhenSchema {name: 'everwhen'})
ON CREATE SET schema.uuid = $uuid, schema.created_at = datetime.realtime('UTC'), schema.embedding_model = $model,
              schema.dimensions = $dimensions, schema.probe = $probe
RETURN schema.embedding_model AS model, schema.dimensions AS dimensions, schema.probe AS probe
