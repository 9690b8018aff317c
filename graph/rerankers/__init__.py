"""Models that read a question with each text, to order the best candidates anew. There is none by default."""
