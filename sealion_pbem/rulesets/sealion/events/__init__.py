"""Events of Sealion: the only things that change a state, a module for each group of chapters."""
