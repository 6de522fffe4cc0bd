"""System checks: what `manage.py check` says of the settings, and what to do.

An Error stops every command; a Warning tells of what will surprise in production.
"""

import os
from collections.abc import Iterator
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import DatabaseError

from agents.approval.people import approvers
from newsletter.models import Newsletter
from subscribers import alerts, signatures
from subscribers.addresses import is_local
from subscribers.webhooks import signing

# Names that no mail server outside accepts as a sender's (RFC 2606, RFC 6761).
NOWHERE = ("localhost", "example", "invalid", "test", "local")
EXAMPLES = ("example.com", "example.net", "example.org")


@register(Tags.security)
def check_site(**_: object) -> list[CheckMessage]:
    """The site's address, and whether it may be public."""
    return list(_site())


def _site() -> Iterator[CheckMessage]:
    address = urlsplit(settings.BASE_URL)
    is_public = not is_local(address.hostname or "")
    if is_public and settings.SECRET_KEY == settings.INSECURE_SECRET_KEY:
        yield Error(
            "The site is public and SECRET_KEY is the default one: anybody could sign "
            "links and log in.",
            hint="Set SECRET_KEY to a long random value.",
            id="crux.E002",
        )
    if is_public and settings.DEBUG:
        yield Error(
            "The site is public and DEBUG is on: its error pages show the settings.",
            hint="Set DEBUG=False.",
            id="crux.E003",
        )
    if not settings.DEBUG and (address.scheme != "https" or not is_public):
        yield Warning(
            f"BASE_URL {settings.BASE_URL!r} is not a public address with TLS: "
            "cookies and readers' links go in the clear.",
            hint="Set BASE_URL to the https address that readers know.",
            id="crux.W001",
        )


@register(Tags.security)
def check_letters(**_: object) -> list[CheckMessage]:
    """The way letters take, and who they come from."""
    return list(_letters())


def _letters() -> Iterator[CheckMessage]:
    # Loading what sends takes long, and every command loads this.
    from subscribers.delivery.transports.table import (  # noqa: PLC0415  as said above
        HARMLESS,
    )

    transport = settings.DELIVERY_TRANSPORT
    if transport in HARMLESS:
        if not settings.DEBUG:
            yield Warning(
                f"DELIVERY_TRANSPORT is {transport!r}: letters reach nobody, and so do "
                "alerts by letter.",
                hint="Set it to smtp or anymail.",
                id="crux.W002",
            )
        return
    if transport == "anymail" and not settings.EMAIL_BACKEND.startswith("anymail."):
        yield Error(
            f"DELIVERY_TRANSPORT is anymail and EMAIL_BACKEND {settings.EMAIL_BACKEND!r}"
            " is none of its backends.",
            hint="For example EMAIL_BACKEND=anymail.backends.postmark.EmailBackend.",
            id="crux.E005",
        )
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2].lower()
    if not domain or domain in EXAMPLES or domain.rpartition(".")[2] in NOWHERE:
        yield Error(
            "The letters have no sender that a mail server would accept.",
            hint="Set DEFAULT_FROM_EMAIL, for example News <news@your.domain>.",
            id="crux.E006",
        )
    if not (settings.POSTAL_ADDRESS.strip() or settings.IMPRINT_URL):
        yield Warning(
            "The letters carry no postal address. The law asks one of commercial letters "
            "to the United States (15 U.S.C. 7704(a)(5)) and Canada (CASL, section 6), "
            "and an imprint of businesses in the European Union (2000/31/EC, article 5).",
            hint="Set POSTAL_ADDRESS, or IMPRINT_URL where that suffices; a private "
            "letter without money in it may need neither.",
            id="crux.W007",
        )


@register(Tags.security)
def check_operator(**_: object) -> list[CheckMessage]:
    """Who is told when something needs a person, and the operator's own list."""
    return list(_operator())


def _operator() -> Iterator[CheckMessage]:
    ways = alerts.ways()
    if not ways and not settings.DEBUG:
        yield Warning(
            "Nobody would be told of what needs a person: OPERATOR_EMAILS is empty, and "
            "no webhook is set.",
            hint="Set OPERATOR_EMAILS, for example to ops@your.domain; manage.py "
            "testalert says whether alerts arrive.",
            id="crux.W005",
        )
    if settings.ALERT_WEBHOOK and (
        fault := signing.fault_of(settings.ALERT_WEBHOOK_SECRET)
    ):
        yield Error(
            f"ALERT_WEBHOOK is set, and ALERT_WEBHOOK_SECRET cannot sign: {fault}.",
            hint="Give whsec_ and 32 random bytes in base64, as .env.example shows.",
            id="crux.E012",
        )
    for name in ("OPERATOR_EMAILS", "RECIPIENT_EMAILS"):
        for address in getattr(settings, name):
            try:
                validate_email(address)
            except ValidationError:
                yield Warning(
                    f"{name} holds {address!r}, which is no address.",
                    hint=f"Set {name} to addresses, with commas between several.",
                    id="crux.W006",
                )


@register(Tags.database)
def check_approvers(*, databases: object = None, **_: object) -> list[CheckMessage]:
    """W008: a newsletter that asks for approval, and nobody to write to about it."""
    if not databases:
        return []
    none = Newsletter.Approval.NONE
    asks = Newsletter.objects.filter(is_active=True).exclude(approval=none)
    try:
        titles = [] if approvers() else [str(one) for one in asks]
    except DatabaseError:  # not migrated yet
        return []
    return [
        Warning(
            f"{title} asks for approval, and no operator can be written to about it.",
            hint="Set OPERATOR_EMAILS, or give an Editor or Owner an address.",
            id="crux.W008",
        )
        for title in titles
    ]


@register(Tags.security)
def check_machine(**_: object) -> list[CheckMessage]:
    """The broker, the files, and the keys that must outlive a change."""
    return list(_machine())


def _machine() -> Iterator[CheckMessage]:
    nearest = settings.VAR_DIR
    while not nearest.exists():
        nearest = nearest.parent
    if not (nearest.is_dir() and os.access(nearest, os.W_OK)):
        yield Error(
            f"VAR_DIR {str(settings.VAR_DIR)!r} cannot be written to.",
            hint="Give the account that runs Crux the right to write there.",
            id="crux.E011",
        )
    for name, meant in settings.MISSPELT_SETTINGS.items():
        yield Warning(
            f"{settings.ENV_FILE} sets {name}, which is no setting and changes nothing.",
            hint=f"Did you mean {meant}? .env.example lists all names.",
            id="crux.W010",
        )
    if settings.DEBUG:
        return
    if not settings.REDIS_URL:
        yield Warning(
            "There is no broker: steps run in the one process of `manage.py worker`.",
            hint="Set REDIS_URL to spread them over workers.",
            id="crux.W003",
        )
    if settings.ADDRESS_HASH_KEY in signatures.keys():  # noqa: SIM118  no dict
        yield Warning(
            "ADDRESS_HASH_KEY is a SECRET_KEY: without that one in SECRET_KEY_FALLBACKS "
            "nobody could sign up or be imported, since nobody erased is recognised.",
            hint="Set it once and for all: to the first SECRET_KEY, or where nobody ever "
            "signed up to a value of its own.",
            id="crux.W004",
        )


@register(Tags.database)
def check_second_factor(**asked: Any) -> list[CheckMessage]:
    """W009: a group that is to have a second factor, and that is none."""
    # Its models can be loaded once all apps are.
    from crux.second_factor import devices  # noqa: PLC0415

    if not (settings.SECOND_FACTOR_FOR and asked.get("databases")):
        return []
    try:
        unknown = devices.unknown_groups()
    except DatabaseError:
        return []  # not migrated yet
    return [
        Warning(
            f"SECOND_FACTOR_FOR names {name!r}, which is no group: nobody is asked.",
            hint="Name groups as the desk does, such as Owner, or say all.",
            id="crux.W009",
        )
        for name in unknown
    ]
