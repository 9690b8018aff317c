"""Stores: the graph verbs on SQLite and on Neo4j, without any knowledge of memory."""
