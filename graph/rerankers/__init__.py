"""Models that read a question together with each text, to reorder the best candidates. There is none by default."""
