// Full-text indexes, public by name. Each holds the group's token, so that a search stays inside its group.
// Neo4j allows one full-text index for a list of properties: the other analyzer takes the same ones in another order.

CREATE FULLTEXT INDEX episode_text_en IF NOT EXISTS FOR (n:Episode) ON EACH [n.group_token, n.search_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};

CREATE FULLTEXT INDEX episode_text_cjk IF NOT EXISTS FOR (n:Episode) ON EACH [n.search_text, n.group_token]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: true}};

CREATE FULLTEXT INDEX fact_text_en IF NOT EXISTS FOR (n:Fact) ON EACH [n.group_token, n.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: true}};

CREATE FULLTEXT INDEX fact_text_cjk IF NOT EXISTS FOR (n:Fact) ON EACH [n.text, n.group_token]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: true}};

CREATE FULLTEXT INDEX entity_name IF NOT EXISTS FOR (n:Entity) ON EACH [n.group_token, n.search_text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding', `fulltext.eventually_consistent`: true}};
