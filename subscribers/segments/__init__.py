"""Readers by what they have in common: tags (put on by operators) and query (segments)."""
