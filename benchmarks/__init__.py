"""How fast it is, measured beside what bare sqlite3 and numpy need for the same: `python -m benchmarks`."""
