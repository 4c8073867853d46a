"""Floor 4: entries by mail: letters out, mails in, and what may happen to them on the way."""
