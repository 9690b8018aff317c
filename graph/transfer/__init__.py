"""Exports a space as lines of JSON, and imports it."""
