"""A newsletter's list as CSV, one row a subscriber, whatever their status."""
