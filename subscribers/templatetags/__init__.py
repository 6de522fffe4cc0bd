"""Tags for templates of other floors."""
