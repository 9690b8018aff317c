"""Exports a space to formats of other programs."""
