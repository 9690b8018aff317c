"""What a character is told of itself: who it is, what it thinks, and what it has heard."""
