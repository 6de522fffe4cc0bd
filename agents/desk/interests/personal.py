"""One person's issue: a newsletter of their interests that goes to nobody else."""

from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.text import slugify

from agents.desk.interests import keeping
from agents.events.harness import TakenInterests
from agents.workflows.scouts import SCOUTS
from newsletter.interests.editorial import by_interests
from newsletter.models import Newsletter, StoredInterests
from newsletter.pages.paths import PERSONAL
from newsletter.text.similarity import with_nearest
from subscribers.delivery.audience import own_list
from subscribers.delivery.transports.table import HARMLESS
from subscribers.models import Subscriber

UNTITLED = "Your interests"
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class NoInterests(LookupError):
    """Neither a file nor stored interests; the message says what there is."""


def find(name: str) -> TakenInterests:
    """The interests of a file, or those that are kept under a name.

    Raises NoInterests, BadInterests and OSError.
    """
    if Path(name).is_file():
        _, said = keeping.read_file(Path(name))
        return TakenInterests.of(keeping.name_of(Path(name), said), said)
    row = StoredInterests.objects.filter(name=name).first()
    if row is None:
        known = [*StoredInterests.objects.values_list("name", flat=True)]
        raise NoInterests(
            f"No file and no interests {with_nearest(name, known)}; "
            f"kept: {', '.join(known) or 'none'}."
        )
    return TakenInterests.of(row.name, row.said)


def newsletter_for(taken: TakenInterests) -> Newsletter:
    """The newsletter of these interests: made at the first time, never on a timetable."""
    said, slug = taken.values, f"{PERSONAL}{slugify(taken.name)}"[:50].rstrip("-")
    newsletter = Newsletter.objects.filter(slug=slug).first() or Newsletter(
        slug=slug, is_active=False, workflow=SCOUTS.name, shared_outlets=True
    )
    line = by_interests(said, newsletter.editorial)
    newsletter.title = said.name or UNTITLED
    newsletter.profile, newsletter.topics = line.profile, list(line.topics)
    newsletter.tone, newsletter.language = line.tone, line.language
    newsletter.save()
    return newsletter


def stays_here(newsletter: Newsletter) -> bool:
    """Whether an issue of it would reach nobody but who sits at this machine.

    Else it is only rehearsed: neither published nor remembered.
    """
    is_local = urlsplit(settings.BASE_URL).hostname in _LOOPBACK
    is_harmless = settings.DELIVERY_TRANSPORT in HARMLESS
    readers = Subscriber.objects.filter(newsletter=newsletter)
    return is_local and is_harmless and not (own_list() or readers.exists())
