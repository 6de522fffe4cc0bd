"""Imprint and postal address: who sends and publishes, where the law asks for it."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Imprint:
    """What an operator has set; either may be empty."""

    postal_address: tuple[str, ...]  # in lines
    url: str


def imprint() -> Imprint:
    """The imprint of this installation."""
    lines = settings.POSTAL_ADDRESS.splitlines()
    return Imprint(tuple(line for line in lines if line.strip()), settings.IMPRINT_URL)


def for_pages(_: HttpRequest) -> dict[str, Imprint]:
    """A context processor: every page's foot has it."""
    return {"imprint": imprint()}
