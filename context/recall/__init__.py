"""Recall: what a message wants from the past, which conversation it means, and what to answer."""
