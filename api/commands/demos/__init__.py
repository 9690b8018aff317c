"""The demo of each profile, one module each."""
