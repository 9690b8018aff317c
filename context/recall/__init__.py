"""Recall: what a message wants of the past, which conversation it means, and what is said then."""
