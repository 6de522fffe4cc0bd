"""The desk of readers and letters, a module for each thing one looks at."""

from subscribers.admin import deliveries, readers, suppressions, watch

__all__ = ["deliveries", "readers", "suppressions", "watch"]
