"""Whether two statements, or two names, mean the same, replace or contradict each other."""
