"""English: as the desk's own pages have them."""
