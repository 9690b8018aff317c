"""Where spaces are kept: graph verbs only, on SQLite and on Neo4j."""
