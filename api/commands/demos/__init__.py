"""What each profile is shown with, one module for each."""
