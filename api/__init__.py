"""The interfaces of the service: HTTP, command line, settings and wiring."""
