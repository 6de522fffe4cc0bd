"""Who may approve an issue by letter, and the name under which that stands in the log."""

from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth import get_user_model

MAY_DECIDE = "agents.change_session"


def approvers() -> Mapping[str, str]:
    """Who may decide by letter: each address, and the name that goes on record.

    OPERATOR_EMAILS, and whoever may steer sessions on the desk and has an address. The
    log is public: nobody's address is a name.
    """
    staff = get_user_model().objects.filter(is_staff=True, is_active=True)
    may = [one for one in staff.exclude(email="") if one.has_perm(MAY_DECIDE)]
    found = {
        one.email.casefold(): (one.email, named(one.get_username())) for one in may
    }
    for address in settings.OPERATOR_EMAILS:
        found.setdefault(address.casefold(), (address, named(address)))
    return dict(found.values())


def named(who: str) -> str:
    """The name of a person in a log that is public: of an address what is before the @."""
    return who.partition("@")[0] or who
