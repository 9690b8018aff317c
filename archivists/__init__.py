"""Archivists turn what a round looks at into changes of the graph."""
