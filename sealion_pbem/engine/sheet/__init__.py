"""Order sheets: orders as lines in the game's words, beside their JSON."""
