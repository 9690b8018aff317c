"""Messages in, one block of context out: gather, walk, score, select, arrange, render."""
