"""A space in the shapes of other programs."""
