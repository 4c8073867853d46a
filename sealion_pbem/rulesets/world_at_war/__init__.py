"""A World at War: the ground war of chapters 10 to 16, France 1940 on a map of our own."""
