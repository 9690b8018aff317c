"""A conversation written for the demo, so that nothing has to be downloaded or configured to see a block."""
