"""How much each candidate is worth to this turn, as a number and in words."""
