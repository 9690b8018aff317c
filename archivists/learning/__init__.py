"""What verdicts on shown items teach: the weights of a score."""
