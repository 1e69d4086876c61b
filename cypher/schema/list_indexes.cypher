// purpose: Every index of the database with what defines it.
// mode: read
// params: none
// returns: name STRING, type STRING, labels LIST<STRING>, properties LIST<STRING>, config MAP, constraint STRING, state STRING, failure STRING
// timeout: 30s
CYPHER 25
SHOW INDEXES
YIELD name, type, labelsOrTypes, properties, options, owningConstraint, state, failureMessage
RETURN name, type, labelsOrTypes AS labels, properties, options.indexConfig AS config, owningConstraint AS constraint,
       state, failureMessage AS failure
ORDER BY name
