"""A mail server that takes letters and counts them."""
