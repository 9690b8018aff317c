"""The values for a language without a folder, and for a text whose language is unknown."""
