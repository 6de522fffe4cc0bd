"""Signals: what happened to rows here, for the floors above; sent within its transaction."""

from django.dispatch import Signal

# With `issue`: it stands on its public page now.
issue_published = Signal()
# With `correction`: something that an issue rests on is not as it was.
correction_found = Signal()
