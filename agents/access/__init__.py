"""Who may do what through a door: keys and their scopes, limits, answers kept."""
