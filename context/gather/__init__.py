"""Everything that a turn reads: the question, the visible messages, candidates and the graph around them."""
