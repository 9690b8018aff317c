"""The questions to a model, one a file: what is asked, the shape of the answer, and what its numbers mean."""
