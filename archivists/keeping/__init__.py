"""What the archivists keep: one archivist a file."""
