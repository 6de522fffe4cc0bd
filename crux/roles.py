"""Who may what: three groups for operators, filled after each migration.

What a person adds to a group stays; what Crux names is put back.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

_OURS = ("newsletter", "subscribers", "agents")
_ACCOUNTS = ("auth", "admin")
# What an editor may change; all else of ours they may look at.
_EDITED = (
    *("newsletter.newsletter", "newsletter.outlet", "newsletter.issue"),
    *("newsletter.story", "newsletter.storysteppolicy"),
    "newsletter.storedinterests",
    *("agents.session", "agents.budget", "agents.retrypolicy"),
    *("agents.agentsetting", "agents.document", "agents.approvalrequest"),
    # One's own keys, worth no more than oneself.
    "agents.apikey",
    *("subscribers.subscriber", "subscribers.dispatch"),
    *("subscribers.segment", "subscribers.tag"),
)
VIEWER, EDITOR, OWNER = "Viewer", "Editor", "Owner"


def fill_groups(**_: Any) -> None:
    """Make the groups, and give each what it is for."""
    ours = Permission.objects.filter(content_type__app_label__in=_OURS)
    looks = Q(codename__startswith="view_")
    accounts = Q(content_type__app_label__in=_ACCOUNTS)
    _give(VIEWER, ours.filter(looks))
    _give(EDITOR, ours.filter(looks | _edits()))
    _give(OWNER, Permission.objects.filter(Q(pk__in=ours) | accounts))


def _edits() -> Q:
    found = Q(pk__in=())
    for name in _EDITED:
        app, model = name.split(".")
        found |= Q(
            content_type__app_label=app,
            content_type__model=model,
            codename__in=(f"add_{model}", f"change_{model}"),
        )
    return found


def _give(name: str, permissions: Iterable[Permission]) -> None:
    group, _ = Group.objects.get_or_create(name=name)
    group.permissions.add(*permissions)
