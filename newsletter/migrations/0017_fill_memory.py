"""What issues have told is found again by its address, ids and names, as new stories are.

The day is the issue's, the gist and the terms are of the text that was read of it, where
one was kept. Versions of one product become a thread.
"""

from django.db import migrations
from django.db.models import Q
from django.utils.text import slugify

from newsletter.research.coverage.traits import lasting_keys, telling_terms
from newsletter.research.names import names_in
from newsletter.text import truncate
from newsletter.text.identifiers import canonical, story_id

LONGEST = 200


def fill(apps, schema_editor):
    coverage = apps.get_model("newsletter", "Coverage")
    keys = apps.get_model("newsletter", "CoverageKey")
    source = apps.get_model("newsletter", "Source")
    issues = apps.get_model("newsletter", "Issue").objects.order_by("pk")
    for issue in issues.iterator(chunk_size=200):
        rows = list(coverage.objects.filter(issue=issue, told_on=None).order_by("pk"))
        texts = _texts(source, rows)
        for row in rows:
            text = texts.get(canonical(row.url), "")
            row.told_on = (
                issue.covers_until or (issue.published_at or issue.created_at).date()
            )
            row.gist = truncate.at_word(" ".join(text.split()), 300)
            row.terms = list(telling_terms(row.title, text))
        coverage.objects.bulk_update(rows, ["told_on", "gist", "terms"])
        keys.objects.bulk_create(
            [
                keys(newsletter_id=issue.newsletter_id, coverage=row, sort=sort, key=key)
                for row in rows
                for sort, key in _keys(row)
            ],
            ignore_conflicts=True,
        )
    _thread(apps)


def _texts(source, rows):
    """What was read of the stories, by address; the newest text of each."""
    known = {
        spelling
        for row in rows
        for spelling in (row.url, canonical(row.url), f"{canonical(row.url)}/")
    }
    found = source.objects.filter(Q(url__in=known) | Q(final_url__in=known))
    texts = {}
    for one in found.order_by("fetched_at", "pk"):
        for url in (one.url, one.final_url):
            texts[canonical(url)] = one.text
    return texts


def _keys(row):
    works = {row.story_id, canonical(row.url), story_id(row.url)}
    products = {thing.product for thing in names_in(row.title).things}
    return sorted(
        {
            *(("work", name) for name in works if len(name) <= LONGEST),
            *(("name", name) for name in lasting_keys(row.title)),
            *(("product", name[:LONGEST]) for name in products),
        }
    )


def _thread(apps):
    """Each product that published issues told in several stories, in their order."""
    coverage = apps.get_model("newsletter", "Coverage")
    threads = apps.get_model("newsletter", "Thread")
    told = coverage.objects.filter(issue__status="published", thread=None)
    last = {}
    for row in told.order_by("issue__number", "pk").values_list(
        "pk", "title", "issue__newsletter_id"
    ):
        pk, title, newsletter = row
        for thing in names_in(title).things:
            last.setdefault((newsletter, thing.product), []).append((pk, thing.written))
    for (newsletter, _), rows in last.items():
        rows = [
            (pk, written)
            for pk, written in rows
            if coverage.objects.filter(pk=pk, thread=None).exists()
        ]
        if len(rows) < 2:
            continue
        title = rows[-1][1]
        slug, number = slugify(title)[:60] or "story", 1
        free = slug
        while threads.objects.filter(newsletter_id=newsletter, slug=free).exists():
            number += 1
            free = f"{slug}-{number}"
        thread = threads.objects.create(
            newsletter_id=newsletter, slug=free, title=title
        )
        coverage.objects.filter(pk__in=[pk for pk, _ in rows]).update(thread=thread)


def empty(apps, schema_editor):
    apps.get_model("newsletter", "CoverageKey").objects.all().delete()
    apps.get_model("newsletter", "Thread").objects.all().delete()
    apps.get_model("newsletter", "Coverage").objects.update(
        told_on=None, gist="", what_is_new=""
    )


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0016_coverage_key")]
    operations = [migrations.RunPython(fill, empty)]
