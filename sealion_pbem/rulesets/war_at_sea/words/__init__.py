"""The words of the game: the state, the orders and the events."""
