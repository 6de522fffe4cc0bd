"""Interests read, kept under a name, and given to the newsletters that go by them."""

from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.utils.text import slugify

from agents.prices import LISTINGS
from newsletter.audit import Values, changes
from newsletter.interests import reading
from newsletter.interests.schema import Interests
from newsletter.models import Newsletter, StoredInterests

EXAMPLE = Path(__file__).parents[3] / "interests.example.yaml"


def read(raw: str | bytes) -> Interests:
    """Interests with models that Crux knows; raises BadInterests."""
    return reading.read(raw, [*LISTINGS])


def read_file(file: Path) -> tuple[str, Interests]:
    """A file's text and what it says; raises BadInterests and OSError."""
    with file.open("rb") as opened:
        raw = opened.read(reading.MOST_BYTES + 1)
    interests = read(raw)
    return raw.decode("utf-8-sig"), interests


@dataclass(frozen=True, slots=True)
class Kept:
    """Interests as they are stored now, what changed, and whose newsletters follow."""

    row: StoredInterests
    is_new: bool
    changes: str
    newsletters: tuple[Newsletter, ...]


def said_by(row: StoredInterests | None) -> Values:
    """What a row says by key, as its changes are told."""
    if row is None or not row.values:
        return {}
    said = row.said
    topics = tuple(
        " ".join(f"{one.topic} (weight {one.weight}) {one.notes}".split())
        for one in said.topics
    )
    models = tuple(f"{role} {name}" for role, name in said.models if name)
    told = {"topics": topics, "models": models, "avoid": said.avoid}
    told |= {"prefer": said.prefer}
    rest = said.model_dump(exclude=set(told), exclude_none=True)
    return {name: str(value) for name, value in rest.items()} | told


@transaction.atomic
def keep(name: str, text: str, interests: Interests) -> Kept:
    """Store interests under a name, in the place of what is there; newsletters follow."""
    row = StoredInterests.objects.select_for_update().filter(name=name).first()
    before = said_by(row)
    is_new, row = row is None, row or StoredInterests(name=name)
    row.say(text, interests)
    row.save()
    return Kept(row, is_new, changes(before, said_by(row)), followed(row))


def followed(row: StoredInterests) -> tuple[Newsletter, ...]:
    """The newsletters that have these interests, each as they now say."""
    newsletters = tuple(row.newsletters.all())
    for newsletter in newsletters:
        newsletter.interests = row
        newsletter.go_by_interests()
        newsletter.save(update_fields=["profile", "topics", "tone", "language"])
    return newsletters


def name_of(file: Path, interests: Interests) -> str:
    """Under which name a file's interests are kept if nobody says otherwise."""
    return slugify(interests.name) or slugify(file.stem) or "interests"
