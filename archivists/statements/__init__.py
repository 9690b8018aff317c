"""What is read in a text without a model: whose words they are, its sentences, quotes, names and secrets."""
