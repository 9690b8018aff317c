"""The name under which the packages are installed."""
