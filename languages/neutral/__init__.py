"""What holds for a language without a folder, and for a text that does not tell its language."""
