"""How fast it is, compared with bare sqlite3 and numpy doing the same: `python -m benchmarks`."""
