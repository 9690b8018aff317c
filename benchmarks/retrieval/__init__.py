"""How much of what a question needs is found, on own data or public sets in plain folders, asked as callers ask."""
