"""The campaign protocol: signed entries, the chain they form, the dice links that open rolls."""
