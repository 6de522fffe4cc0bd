"""The table of transports: which way letters leave, by the name in DELIVERY_TRANSPORT."""

from collections.abc import Callable
from dataclasses import replace

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from newsletter.models import Issue
from subscribers.delivery.transports.base import Transport
from subscribers.delivery.transports.console import ConsoleTransport
from subscribers.delivery.transports.file import FileTransport
from subscribers.delivery.transports.smtp import SmtpTransport, server_from_settings

# Each takes the name of the folder that letters of one kind share.
TRANSPORTS: dict[str, Callable[[str], Transport]] = {
    "file": lambda folder: FileTransport(settings.VAR_DIR / "letters" / folder),
    "console": lambda folder: ConsoleTransport(),
    "anymail": lambda folder: _provider(),
    "smtp": lambda folder: SmtpTransport(
        server_from_settings(), connections=settings.EMAIL_CONNECTIONS
    ),
}
# Ways that reach nobody: the only ones an issue made from the sample may take.
HARMLESS = frozenset({"file", "console"})
# How long a mail server has for a letter that somebody waits for.
CONFIRMATION_SECONDS = 60.0


def _provider() -> Transport:
    # Only who sends by a provider shall hold django-anymail and requests in memory.
    from subscribers.delivery.transports.anymail import (  # noqa: PLC0415  as said above
        ProviderTransport,
    )

    return ProviderTransport()


def transport_name(issue: Issue) -> str:
    """The way the letters of `issue` take."""
    name = _configured()
    return "file" if issue.is_sample and name not in HARMLESS else name


def open_transport(issue: Issue) -> Transport:
    """The transport for the letters of `issue`; close it when done."""
    return TRANSPORTS[transport_name(issue)](issue.slug)


def open_confirmations() -> Transport:
    """The transport for letters that ask to confirm; close it when done.

    One on which the mail server is silent holds up no other for long: what was taken
    too late arrives twice, which does no harm.
    """
    if (name := _configured()) != "smtp":
        return TRANSPORTS[name]("confirmations")
    server = replace(server_from_settings(), timeout_seconds=CONFIRMATION_SECONDS)
    return SmtpTransport(server, connections=settings.EMAIL_CONNECTIONS)


def fault_of_provider() -> str:
    """Why letters cannot leave by the provider that is set; "" where nothing is amiss.

    Nothing is sent: a name that is misspelt, or a key that was not given, shows at once.
    """
    if settings.DELIVERY_TRANSPORT != "anymail":
        return ""
    try:
        _provider().close()
    except (ImportError, ImproperlyConfigured) as error:
        return f"Letters cannot leave by {settings.EMAIL_BACKEND!r}: {error}."
    return ""


PROVIDER_REMEDY = (
    "Name a backend of django-anymail in EMAIL_BACKEND, and what it asks for in ANYMAIL, "
    "for example ANYMAIL=POSTMARK_SERVER_TOKEN=…,WEBHOOK_SECRET=name:secret."
)


def _configured() -> str:
    name: str = settings.DELIVERY_TRANSPORT
    if name not in TRANSPORTS:
        known = ", ".join(sorted(TRANSPORTS))
        message = f"No transport {name!r}; set DELIVERY_TRANSPORT to one of: {known}."
        raise ImproperlyConfigured(message)
    return name
