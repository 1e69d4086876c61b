// purpose: Let turns of a group be read again, one page of them in order of arrival; only those of another version where one is given.
// mode: write
// params: group_id STRING, version STRING?, after INTEGER, most INTEGER
// returns: queued INTEGER, last INTEGER
// timeout: 60s
CYPHER 25
// The group is locked first, as storing does.
MATCH (g:Group {group_id: $group_id})
SET g.reread_due_at = datetime.realtime()
WITH g
MATCH (e:Episode {group_id: $group_id, state: 'extracted'})
WHERE e.seq > $after
WITH e
ORDER BY e.seq
LIMIT $most
WITH collect(e) AS page
WITH page, [e IN page
  WHERE NOT e.do_not_extract AND ($version IS NULL OR coalesce(e.extractor_version, '') <> $version)
    AND NOT EXISTS { (:Episode)-[:REVISES]->(e) }] AS wanted
FOREACH (e IN wanted |
  SET e.reread_at = datetime.realtime(), e.reread_state = 'waiting', e.reread_attempts = 0, e.reread_reason = null)
RETURN size(wanted) AS queued, CASE WHEN size(page) = $most THEN page[-1].seq END AS last
