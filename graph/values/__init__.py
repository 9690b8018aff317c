"""Items and proposed changes as frozen values, and their form in the store."""
