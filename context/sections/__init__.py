"""The sections that blocks are made of, each a value."""
