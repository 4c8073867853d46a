"""The staff: a commander that builds a fleet, contests objectives, concentrates its strikes and hunts."""
