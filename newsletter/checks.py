"""What is wrong with the outlets that are shipped or stored, said before anything runs."""

from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError

from newsletter.models import without_outlets
from newsletter.research.outlets.table import OUTLETS


@register
def check_outlets(**_: object) -> list[CheckMessage]:
    """Every kind has its line in the registry, and every outlet can be asked."""
    try:
        # An idle worker runs other checks alone, and need not load what asks the web.
        from newsletter.research.outlets.registry import checked  # noqa: PLC0415

        checked(OUTLETS)
    except LookupError as fault:
        hint = "docs/adding.md says how to add an outlet, and a kind of outlet."
        return [Error(str(fault), hint=hint, id="newsletter.E001")]
    return []


@register(Tags.database)
def check_newsletters(*, databases: object = None, **_: object) -> list[CheckMessage]:
    """W001: a newsletter with nobody to ask. Only a check that may read the database."""
    if not databases:
        return []
    try:
        found = list(without_outlets())
    except DatabaseError:  # it is not migrated yet
        return []
    return [
        Warning(
            f"{newsletter} has no outlets: its sessions will end without an issue.",
            hint="Give it some at the desk, or by manage.py outlets import.",
            id="newsletter.W001",
        )
        for newsletter in found
    ]
