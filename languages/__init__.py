"""What is known of each language: a folder of values for each, and the shape that they share."""
