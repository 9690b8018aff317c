"""The archivists, one a file."""
