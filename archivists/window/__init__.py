"""What a round looks at, read once."""
