"""What a model is asked, and what its answers mean."""
