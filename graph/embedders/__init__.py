"""Models that turn text into vectors: none by default, each loaded only when it is asked for."""
