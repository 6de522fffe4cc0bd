"""Doors: what others call Crux by. Each parses, checks who asks, calls what is there, answers."""
