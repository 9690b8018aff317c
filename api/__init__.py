"""The doors: HTTP, command line, settings and wiring."""
