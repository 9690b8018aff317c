"""How text is read, whatever it is about: words, sentences, tokens, which language."""
