"""Messages in, block out."""
