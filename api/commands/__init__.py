"""The commands of `remembrancer`, one module for each, imported only when it runs."""
