"""Embedding models, which turn texts into vectors. There is none by default."""
