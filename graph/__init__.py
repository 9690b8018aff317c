"""What is remembered and where it is kept."""
