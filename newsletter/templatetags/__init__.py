"""Tags for templates of this floor and those above."""
