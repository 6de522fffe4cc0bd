"""Who reads it, and getting it to them: people, consent, letters, deliveries."""
