"""The index of one space in memory: search by words, vectors and names, kept up to date from the store."""
