"""What was said: `history` keeps conversations, `wanting` what users prefer."""
