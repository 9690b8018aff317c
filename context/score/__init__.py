"""How much each candidate is worth to this turn, and the same in words."""
