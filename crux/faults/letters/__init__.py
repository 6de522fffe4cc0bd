"""What kills can do to a send, with real processes."""
