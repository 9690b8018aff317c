"""Forgets what somebody names, with everything that was made from it."""
