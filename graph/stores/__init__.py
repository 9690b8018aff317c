"""The places a graph can be kept in."""
