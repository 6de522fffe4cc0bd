"""Lists of outlets in and out: what a file would add is shown first, and added then."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import transaction

from newsletter.models import Newsletter, Outlet
from newsletter.research.outlets import opml
from newsletter.research.outlets.opml import MOST_NAME, Listed, Refused

# What makes an outlet the same one, whatever it is called: kind, address, terms, tells.
Key = tuple[str, str, tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a file would do: outlets it adds, those that are asked already, the rest."""

    new: tuple[Outlet, ...]
    known: tuple[Outlet, ...]
    refused: tuple[Refused, ...]


def plan(newsletter: Newsletter | None, raw: bytes) -> Plan:
    """What a file would do to a newsletter, or to the shared ones; raises NoOpml."""
    reading = opml.read(raw)
    there = Outlet.objects.of(newsletter) if newsletter else Outlet.objects.shared()
    asked = {_key(one): one for one in there}
    # A feed is the same one, whatever is taken of it.
    feeds = {one.url: one for one in asked.values() if one.how == "feed"}
    names = set(
        Outlet.objects.filter(newsletter=newsletter).values_list("name", flat=True)
    )
    new: list[Outlet] = []
    known: list[Outlet] = []
    refused = list(reading.refused)
    for listed in reading.listed:
        outlet = _outlet(newsletter, listed)
        if same := asked.get(_key(outlet)) or _feed(outlet, feeds):
            known.append(same)
            continue
        outlet.name = _free(outlet, names)
        try:
            outlet.full_clean(exclude=["newsletter"])
        except ValidationError as error:
            why = " ".join(error.messages)
            refused.append(Refused(outlet.name, outlet.url, why))
            continue
        names.add(outlet.name)
        new.append(outlet)
    return Plan(tuple(new), tuple(known), tuple(refused))


@transaction.atomic
def take_in(newsletter: Newsletter | None, raw: bytes) -> Plan:
    """Do what a file would do, and say what was done; raises NoOpml."""
    done = plan(newsletter, raw)
    Outlet.objects.bulk_create(done.new)
    return done


def give_out(newsletter: Newsletter | None) -> bytes:
    """A file of a newsletter's own outlets, or of the shared ones."""
    outlets: Iterable[Outlet] = Outlet.objects.filter(newsletter=newsletter)
    title = f"Outlets of {newsletter}" if newsletter else "Shared outlets"
    return opml.write(
        title, (Listed(one.spec, is_active=one.is_active) for one in outlets)
    )


def _outlet(newsletter: Newsletter | None, listed: Listed) -> Outlet:
    spec = listed.spec
    return Outlet(
        newsletter=newsletter,
        name=spec.name,
        how=spec.how,
        url=spec.url,
        kind=spec.kind or "",
        prior=spec.prior,
        terms=list(spec.terms),
        is_active=listed.is_active,
    )


def _key(outlet: Outlet) -> Key:
    return outlet.how, outlet.url, tuple(outlet.terms), outlet.kind


def _feed(outlet: Outlet, feeds: dict[str, Outlet]) -> Outlet | None:
    return feeds.get(outlet.url) if outlet.how == "feed" else None


def _free(outlet: Outlet, names: set[str]) -> str:
    """Its name, or where another has that, with its site, and then a number."""
    if outlet.name not in names:
        return outlet.name
    site = urlsplit(outlet.url).hostname or ""
    for number in range(1, len(names) + 2):
        ending = f" ({site})" if number == 1 else f" ({site} {number})"
        ending = ending[:MOST_NAME]
        name = outlet.name[: MOST_NAME - len(ending)] + ending
        if name not in names:
            return name
    raise AssertionError("one of so many names is free")
