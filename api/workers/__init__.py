"""Work outside of requests."""
