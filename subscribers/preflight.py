"""What must not leave: faults of a composed letter and of its issue. Pure."""
