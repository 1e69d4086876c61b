// Contradictions of before they were reviews get their id and group.

MATCH (chosen:Fact)-[r:CONTRADICTS]->(:Fact)
WHERE r.uuid IS NULL
SET r.uuid = randomUUID(), r.group_id = chosen.group_id;
