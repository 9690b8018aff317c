"""What kinds of memory a space can be, one module for each."""
