"""All that a turn reads: the question, what is visible, candidates and the graph around them."""
