"""The running Everwhen service: configuration, ingestion, recall, GraphQL, HTTP and command line."""
