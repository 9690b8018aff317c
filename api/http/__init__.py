"""The service over HTTP: what comes in, what goes out, and what stands between."""
