"""How each item reads in a block."""
