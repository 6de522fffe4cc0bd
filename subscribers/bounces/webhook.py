"""The door for providers' webhooks; `events` acts on what they tell of letters.

It opens only where a secret is set. Mail that comes in is let through where INBOUND_ADDRESS
is set, to whoever listens to anymail's signal `inbound`.
"""

import logging
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from anymail.exceptions import (
    AnymailConfigurationError,
    AnymailImproperlyInstalled,
    AnymailInsecureWebhookWarning,
)
from anymail.urls import urlpatterns as doors_of_anymail
from anymail.webhooks.base import AnymailCoreWebhookView
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

logger = logging.getLogger(__name__)

UNSET = (AnymailConfigurationError, AnymailImproperlyInstalled)
MALFORMED = (AttributeError, LookupError, RecursionError, TypeError, ValueError)


def _views(kind: str) -> Mapping[str, type[AnymailCoreWebhookView]]:
    """Who reads what providers send of one kind, by the provider's name."""
    ends = f"_{kind}_webhook"
    return {
        door.name.removesuffix(ends): door.callback.view_class
        for door in doors_of_anymail
        if door.name.endswith(ends)
    }


VIEWS = _views("tracking")
_KINDS = {"tracking": VIEWS, "inbound": _views("inbound")}


@csrf_exempt
def take(request: HttpRequest, provider: str) -> HttpResponseBase:
    """The events of one provider; what is malformed or unsigned gets a 400.

    A provider whose secret is not set has no page here: anybody could write to it.
    """
    return _taken(request, provider, _view_of(provider))


@csrf_exempt
def take_mail(request: HttpRequest, provider: str) -> HttpResponseBase:
    """Mail that came in to one provider; nobody is answered where none is taken."""
    is_taken = settings.INBOUND_ADDRESS and settings.INBOUND_AUTHSERV_ID
    view = _view_of(provider, "inbound") if is_taken else None
    return _taken(request, provider, view)


def _taken(
    request: HttpRequest, provider: str, view: type[AnymailCoreWebhookView] | None
) -> HttpResponseBase:
    if view is None:
        raise Http404
    try:
        answer: HttpResponseBase = view.as_view()(request)
    except UNSET as error:  # Some look for their key only now.
        logger.error("Events of %s are not taken: %s", provider, error)
        raise Http404 from error
    return answer


def is_open(provider: str) -> bool:
    """Whether the events of `provider` would be taken."""
    return _view_of(provider) is not None


def _view_of(
    provider: str, kind: str = "tracking"
) -> type[AnymailCoreWebhookView] | None:
    keys = tuple(sorted(settings.ANYMAIL.items()))
    return _view(provider, kind, keys) if provider in _KINDS[kind] else None


@cache
def _view(
    provider: str, kind: str, _keys: tuple[tuple[str, str], ...]
) -> type[AnymailCoreWebhookView] | None:
    """Who reads the events of `provider`; None where nothing would prove their origin."""
    view = _KINDS[kind][provider]
    guarded = type(view.__name__, (_Guard, view), {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", AnymailInsecureWebhookWarning)
        try:
            guarded()
        except AnymailInsecureWebhookWarning:
            logger.error(
                "Events of %s are not taken: set WEBHOOK_SECRET in ANYMAIL.", provider
            )
            return None
        except UNSET as error:
            logger.error("Events of %s are not taken: %s", provider, error)
            return None
    return guarded


class _Guard(AnymailCoreWebhookView):  # type: ignore[misc]  # anymail has no types
    """Tells what is malformed (400) from a fault of ours (500: they try again)."""

    def run_validators(self, request: HttpRequest) -> None:
        with _well_formed():
            super().run_validators(request)

    def parse_events(self, request: HttpRequest) -> list[Any]:
        with _well_formed():
            return list(super().parse_events(request))


@contextmanager
def _well_formed() -> Iterator[None]:
    try:
        yield
    except MALFORMED as error:
        raise BadRequest("This is no event of that provider.") from error
