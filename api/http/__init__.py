"""The service over HTTP: requests, responses, and the middleware around them."""
