"""How many altered sentences are caught, and how many faithful ones are not."""
