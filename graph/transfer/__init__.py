"""A space as lines of JSON, and back."""
