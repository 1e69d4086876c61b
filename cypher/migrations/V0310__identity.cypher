// Entities are found by parts of their names: a given name, a surname, initials, the ends of a spelling.

CREATE CONSTRAINT entity_block_uuid IF NOT EXISTS FOR (n:EntityBlock) REQUIRE n.uuid IS UNIQUE;
CREATE CONSTRAINT entity_block_key IF NOT EXISTS FOR (n:EntityBlock) REQUIRE n.key IS UNIQUE;
