"""Whether two statements, or two names, say the same, follow each other, or contradict."""
