"""The staff: a commander who plays either side with a plan.

It reads the position that everybody sees and nothing else: what is sealed here are standing orders.
"""
