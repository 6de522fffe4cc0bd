"""How fast and how right links are checked, beside others, on the same web."""
