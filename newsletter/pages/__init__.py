"""What readers see in a browser: pages, feeds, and the evidence of an issue."""
