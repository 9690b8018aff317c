"""A language model that is asked, within limits, and answers in a given shape."""
