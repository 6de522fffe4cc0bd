"""A platform to think on without a key: a loopback server, its models, and its faults."""
