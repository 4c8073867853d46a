"""The staff: a commander who plays either side with a plan."""
