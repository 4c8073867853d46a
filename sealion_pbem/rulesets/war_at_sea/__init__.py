"""War at Sea: secret fleets, pools of dice and simultaneous fire on a hex map of ten ranks."""
