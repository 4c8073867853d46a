"""The events: all that changes a state."""
