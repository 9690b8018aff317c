"""The models that turn text into vectors."""
