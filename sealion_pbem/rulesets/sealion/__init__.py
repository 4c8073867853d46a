"""Sealion, the invasion that never came: the magazine game of 2016 and the Deluxe edition of 2023."""
