"""The questions to a model, one per file: what is asked, the shape of the answer, and what its numbers mean."""
