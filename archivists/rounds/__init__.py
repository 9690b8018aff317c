"""A round: claim, read a window, propose, write."""
