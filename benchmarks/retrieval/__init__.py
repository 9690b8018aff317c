"""How much of what a question needs is found: own data or public sets in plain folders, asked as callers ask."""
