"""Asks language models within limits, for answers of a given shape."""
