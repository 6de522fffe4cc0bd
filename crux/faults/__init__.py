"""What is broken on purpose, with real processes: sessions, brains, letters."""
