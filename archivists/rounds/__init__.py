"""A round: claim the space, read a window, propose changes, write them."""
