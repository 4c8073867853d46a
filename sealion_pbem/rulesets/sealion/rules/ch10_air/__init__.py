"""10.0  Air operations."""
