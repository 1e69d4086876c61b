// purpose: Which of the claims somebody withdrew by hand, and when last; what a re-reading withdrew is not among them.
// mode: read
// params: claims LIST<STRING>
// returns: claim STRING, at DATETIME
// timeout: 30s
CYPHER 25
UNWIND $claims AS claim
MATCH (a:Assertion {claim: claim})
WHERE a.retired_by IS NOT NULL
MATCH (o:Operation {uuid: a.retired_by})
OPTIONAL MATCH (undone:Operation {uuid: o.undoes})
WITH claim, a, o, undone
WHERE NOT o.kind IN ['extract', 'reextract'] AND NOT (o.kind = 'undo' AND undone.kind IN ['extract', 'reextract', 'undo'])
RETURN claim, max(a.retired_at) AS at
