"""The engine: words, dice, wire format and the decision loop that every ruleset shares.

Pure: nothing here knows a clock, a file, a key or a particular game.
"""
