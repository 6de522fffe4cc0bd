"""System checks: mistakes in settings that would show only when letters leave."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from subscribers.addresses import domain_of
from subscribers.delivery.transports.table import (
    HARMLESS,
    PROVIDER_REMEDY,
    TRANSPORTS,
    fault_of_provider,
)
from subscribers.delivery.worker import LARGEST_GROUP
from subscribers.letters import compose as letters


@register("letters")
def check_group(**_: Any) -> list[CheckMessage]:
    """E002: more letters a commit than a crash may leave uncertain."""
    group, batch = settings.DELIVERY_GROUP, settings.DELIVERY_BATCH
    if 1 <= group <= LARGEST_GROUP and group <= batch <= 500:
        return []
    message = f"DELIVERY_GROUP is {group} and DELIVERY_BATCH {batch}."
    hint = f"A group has 1 to {LARGEST_GROUP} letters, a batch that many to 500."
    return [Error(message, hint=hint, id="subscribers.E002")]


@register("letters")
def check_key(**_: Any) -> list[CheckMessage]:
    """E003: a DKIM key that cannot sign."""
    if not settings.DKIM_PRIVATE_KEY:
        return []
    try:
        letters.signer_of(
            "example.org", settings.DKIM_SELECTOR, settings.DKIM_PRIVATE_KEY
        )
    except (ValueError, TypeError) as error:
        hint = "Give an RSA or Ed25519 key in PEM, \\n for each line break."
        message = f"DKIM_PRIVATE_KEY cannot be used: {error}"
        return [Error(message, hint=hint, id="subscribers.E003")]
    return []


@register("letters")
def check_bounces(**_: Any) -> list[CheckMessage]:
    """E004: a bounce mailbox that is no address."""
    address = settings.BOUNCE_ADDRESS
    if not address or ("." in domain_of(address) and "+" not in address):
        return []
    message = f"BOUNCE_ADDRESS is {address!r}, which is no mailbox to put +marks on."
    hint = "Give one such as b@bounces.example.org, or leave it empty."
    return [Error(message, hint=hint, id="subscribers.E004")]


@register("letters", deploy=True)
def check_links(**_: Any) -> list[CheckMessage]:
    """W001: links that mailbox providers do not take for one-click unsubscribing."""
    if settings.DELIVERY_TRANSPORT not in TRANSPORTS.keys() - HARMLESS:
        return []
    if urlsplit(settings.BASE_URL).scheme == "https":
        return []
    message = f"Letters lead to {settings.BASE_URL!r}; RFC 8058 wants HTTPS."
    hint = "Set BASE_URL to where the site is reached, beginning with https://."
    return [Warning(message, hint=hint, id="subscribers.W001")]


@register("letters")
def check_transport(**_: Any) -> list[CheckMessage]:
    """E006: a way for letters to leave that nobody wrote."""
    if settings.DELIVERY_TRANSPORT in TRANSPORTS:
        return []
    message = f"DELIVERY_TRANSPORT is {settings.DELIVERY_TRANSPORT!r}, and no line says what that is."
    hint = "Give it a line in TRANSPORTS (subscribers/delivery/transports/table.py)."
    return [Error(message, hint=hint, id="subscribers.E006")]


@register("letters", deploy=True)
def check_provider(**_: Any) -> list[CheckMessage]:
    """E005: a provider that there is not, or one without its key."""
    if not settings.EMAIL_BACKEND.startswith("anymail."):
        return []  # told by crux.E005
    fault = fault_of_provider()
    if not fault:
        return []
    return [Error(fault, hint=PROVIDER_REMEDY, id="subscribers.E005")]


@register(deploy=True)
def check_proxies(**_: Any) -> list[CheckMessage]:
    """W002: a proxy in front that hides who signs up, or whose TLS is not known of."""
    if settings.SECURE_PROXY_SSL_HEADER is None:
        if not settings.BASE_URL.startswith("https://"):
            return []
        message = "BASE_URL is https, so a proxy of yours ends TLS, and BEHIND_TLS_PROXY is off: all readers seem to come from it, in the clear."
        hint = "Set BEHIND_TLS_PROXY=True, and TRUSTED_PROXIES=1, once it sets X-Forwarded-Proto and X-Forwarded-For."
        return [Warning(message, hint=hint, id="subscribers.W002")]
    if settings.TRUSTED_PROXIES:
        return []
    message = "A proxy stands in front, and TRUSTED_PROXIES is 0: all sign-ups seem to come from it."
    hint = "Set TRUSTED_PROXIES to how many proxies of yours set X-Forwarded-For."
    return [Warning(message, hint=hint, id="subscribers.W002")]


@register(deploy=True)
def check_events(**_: Any) -> list[CheckMessage]:
    """W003: a provider whose bounces and complaints nobody hears."""
    if settings.DELIVERY_TRANSPORT != "anymail":
        return []
    module, _dot, _name = settings.EMAIL_BACKEND.rpartition(".")
    provider = module.removeprefix("anymail.backends.")
    # Every view of every provider: too much to load where no provider is used.
    from subscribers.bounces import webhook  # noqa: PLC0415

    if provider not in webhook.VIEWS or webhook.is_open(provider):
        return []
    message = f"Events of {provider} are not taken, so bounces and complaints are lost."
    hint = (
        "Add WEBHOOK_SECRET=name:secret (or the key it signs with) to ANYMAIL, and have "
        f"it call {settings.BASE_URL}/webhooks/{provider}/tracking/."
    )
    return [Warning(message, hint=hint, id="subscribers.W003")]


@register("letters")
def check_inbound(**_: Any) -> list[CheckMessage]:
    """W004: one of the two settings that requests by mail need."""
    if bool(settings.INBOUND_ADDRESS) == bool(settings.INBOUND_AUTHSERV_ID):
        return []
    message = (
        "No mail is taken: of INBOUND_ADDRESS and INBOUND_AUTHSERV_ID one is empty."
    )
    hint = (
        "INBOUND_AUTHSERV_ID is the first word of the Authentication-Results that your "
        "mail server writes, often its host name."
    )
    return [Warning(message, hint=hint, id="subscribers.W004")]
