// purpose: Add an operation to the audit: who, what, when, why and which ids; never content.
// mode: write
// params: operation MAP, now DATETIME
// returns: operation MAP
// timeout: 30s
CYPHER 25
CREATE (o:Operation)
SET o = $operation, o.created_at = $now
WITH o
OPTIONAL MATCH (undone:Operation {uuid: o.undoes})
SET undone.undone_by = o.uuid
WITH o, undone
OPTIONAL MATCH (restored:Operation {uuid: undone.undoes})
SET restored.undone_by = null
RETURN o {.*} AS operation
