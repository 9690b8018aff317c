"""Applies proposed changes to the graph in one write, logs them, and undoes them."""
