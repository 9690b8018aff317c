"""What rules read in a text: its clauses, quotes, names and standing statements."""
