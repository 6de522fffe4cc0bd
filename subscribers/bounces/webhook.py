"""The door for providers' webhooks; `events` acts on what they tell.

It opens only where a secret is set, and only for what became of letters.
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
TRACKING = "_tracking_webhook"
VIEWS: Mapping[str, type[AnymailCoreWebhookView]] = {
    door.name.removesuffix(TRACKING): door.callback.view_class
    for door in doors_of_anymail
    if door.name.endswith(TRACKING)
}


@csrf_exempt
def take(request: HttpRequest, provider: str) -> HttpResponseBase:
    """The events of one provider; what is malformed or unsigned gets a 400.

    A provider whose secret is not set has no page here: anybody could write to it.
    """
    view = _view_of(provider)
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


def _view_of(provider: str) -> type[AnymailCoreWebhookView] | None:
    keys = tuple(sorted(settings.ANYMAIL.items()))
    return _view(provider, keys) if provider in VIEWS else None


@cache
def _view(
    provider: str, _keys: tuple[tuple[str, str], ...]
) -> type[AnymailCoreWebhookView] | None:
    """Who reads the events of `provider`; None where nothing would prove their origin."""
    guarded = type(VIEWS[provider].__name__, (_Guard, VIEWS[provider]), {})
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
