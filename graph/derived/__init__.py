"""What was made of messages that are edited, replaced or forgotten, and what becomes of it."""
