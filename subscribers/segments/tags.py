"""Tags (labels): words that operators put on readers; unique without regard to case."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime

from django.db import transaction

from newsletter.models import Newsletter
from subscribers.consent import changes
from subscribers.models import Subscriber, Tag

PutOn = Subscriber.tags.through
LONGEST = 60
# A column of a list that is no column of tags would make thousands.
MOST = 500
APART = re.compile(r"[,;|\"\[\]\x00-\x1f]+")


class TooManyTags(ValueError):
    """A newsletter has 500 tags at most."""


def named(text: str) -> list[str]:
    """The tags in `text`, apart by commas or semicolons, each once."""
    names = (" ".join(one.split())[:LONGEST].strip() for one in APART.split(text))
    return list({key_of(name): name for name in names if name}.values())


def key_of(name: str) -> str:
    """`name` in the form in which two spellings of it are equal."""
    return " ".join(name.split()).casefold()


def ensure(newsletter: Newsletter, names: Iterable[str]) -> dict[str, Tag]:
    """The tags called `names`, by key, made where there are none; raises TooManyTags."""
    by_key = {key_of(name): name for name in names}
    known = {tag.key: tag for tag in newsletter.tags.all()}
    new = [key for key in by_key if key not in known]
    if new and len(known) + len(new) > MOST:
        raise TooManyTags(TooManyTags.__doc__)
    Tag.objects.bulk_create(
        (Tag(newsletter=newsletter, name=by_key[key], key=key) for key in new),
        ignore_conflicts=True,
    )
    found = newsletter.tags.filter(key__in=by_key) if new else known.values()
    return {tag.key: tag for tag in found if tag.key in by_key}


def by_newsletter(
    readers: Collection[int],
) -> Iterator[tuple[Newsletter, list[int]]]:
    """Readers, by id, with the newsletter that each is on the list of."""
    rows = Subscriber.objects.filter(pk__in=readers)
    for newsletter in Newsletter.objects.filter(subscribers__in=rows).distinct():
        mine = rows.filter(newsletter=newsletter)
        yield newsletter, list(mine.values_list("pk", flat=True))


def put_on(
    newsletter: Newsletter,
    wanted: Mapping[int, Collection[str]],
    at: datetime,
    *,
    by: str,
) -> int:
    """Put tags on readers of `newsletter`, by id; how many readers got one they lacked.

    Raises TooManyTags.
    """
    if not wanted:
        return 0
    tags = ensure(newsletter, {name for names in wanted.values() for name in names})
    with transaction.atomic():
        here = _held(newsletter, wanted)
        has = set(
            PutOn.objects.filter(
                subscriber_id__in=here, tag__in=tags.values()
            ).values_list("subscriber_id", "tag_id")
        )
        new = {
            pk: [
                tag
                for tag in {tags[key_of(name)] for name in wanted[pk]}
                if (pk, tag.pk) not in has
            ]
            for pk in here
        }
        PutOn.objects.bulk_create(
            (
                PutOn(subscriber_id=pk, tag_id=tag.pk)
                for pk, missing in new.items()
                for tag in missing
            ),
            ignore_conflicts=True,
        )
        told = {
            pk: "tagged " + ", ".join(sorted(tag.name for tag in missing))
            for pk, missing in new.items()
            if missing
        }
        changes.note(told, changes.What.TAGS, at, by=by)
    return len(told)


def take_off(
    newsletter: Newsletter,
    readers: Collection[int],
    names: Collection[str],
    at: datetime,
    *,
    by: str,
) -> int:
    """Take tags off readers of `newsletter`; how many readers had one."""
    keys = {key_of(name) for name in names}
    with transaction.atomic():
        rows = PutOn.objects.filter(
            subscriber_id__in=_held(newsletter, readers),
            tag__newsletter=newsletter,
            tag__key__in=keys,
        )
        told: dict[int, str] = {}
        for pk, name in rows.order_by("tag__key").values_list(
            "subscriber_id", "tag__name"
        ):
            told[pk] = (
                f"{told[pk]}, {name}" if pk in told else f"no longer tagged {name}"
            )
        rows.delete()
        changes.note(told, changes.What.TAGS, at, by=by)
    return len(told)


def _held(newsletter: Newsletter, readers: Collection[int]) -> list[int]:
    """Those who are there, held until the end, so that nobody is erased meanwhile."""
    rows = Subscriber.objects.select_for_update(of=("self",)).order_by("pk")
    return list(
        rows.filter(newsletter=newsletter, pk__in=readers).values_list("pk", flat=True)
    )


def rename(tag: Tag, name: str) -> None:
    """Call `tag` by another name, in segments too."""
    with transaction.atomic():
        key = Tag.objects.select_for_update().get(pk=tag.pk).key
        tag.name, tag.key = name, key_of(name)
        tag.save(update_fields=["name", "key"])
        for segment in tag.newsletter.segments.all():
            for field in ("tags", "without"):
                names = getattr(segment, field)
                renamed = [name if key_of(one) == key else one for one in names]
                setattr(segment, field, renamed)
            segment.save(update_fields=["tags", "without"])
