"""The commands of `remembrancer`, one module each."""
