"""The routes of the service, one module for each thing that is asked for."""
