"""What a round looks at: read once, before it decides."""
