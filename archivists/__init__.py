"""Windows in, changes out."""
