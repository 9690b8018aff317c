"""What is remembered, as values: items, proposed changes, and how both become rows."""
