"""The desk of readers and letters, a module for each thing one looks at."""

from subscribers.admin import (
    deliveries,
    lists,
    readers,
    segments,
    suppressions,
    watch,
    webhooks,
)

__all__ = [
    "deliveries",
    "lists",
    "readers",
    "segments",
    "suppressions",
    "watch",
    "webhooks",
]
