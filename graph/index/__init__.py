"""One space in memory: what is searched, and what choosing needs, kept current from the store."""
