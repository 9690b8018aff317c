"""The routes of the service, one module for each resource."""
