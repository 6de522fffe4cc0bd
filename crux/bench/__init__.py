"""How fast Crux is, beside others in the same run: links, claims, letters, pages, engine."""
