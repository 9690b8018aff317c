"""What verdicts on shown items teach: weights of a score, and the chance that an item will be useful."""
