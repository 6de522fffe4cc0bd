"""How a command says that it cannot be done as it was told: one sentence, and code 2."""

from typing import TypeVar

from django.core.management.base import CommandError
from django.db.models import Model, QuerySet

from newsletter.models import Newsletter

USAGE = 2

Row = TypeVar("Row", bound=Model)


def usage(message: object) -> CommandError:
    """What a command ends with that was not understood."""
    return CommandError(str(message), returncode=USAGE)


def the_newsletter(slug: str) -> Newsletter:
    """The newsletter of that slug; raises CommandError with those that there are."""
    return one_of(Newsletter.objects.all(), "newsletter", slug=slug)


def one_of(rows: QuerySet[Row], what: str, **named: str) -> Row:
    """The row of a name, as `slug=` or `name__iexact=`; raises CommandError likewise."""
    [(lookup, name)] = named.items()
    found = rows.filter(**named).first()
    if found is None:
        known = ", ".join(rows.values_list(lookup.partition("__")[0], flat=True))
        raise usage(f"No {what} {name!r}; known: {known or 'none'}.")
    return found
