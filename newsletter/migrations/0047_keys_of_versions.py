"""Told stories are found by the versions that are read in their titles now, as new ones are.

A decimal comma, a size behind a hyphen and a version in a package's name make other keys than
before. What a story was kept under before stays: it leads to no other story.
"""

from django.db import migrations

from newsletter.research.coverage.traits import lasting_keys
from newsletter.research.names import names_in

LONGEST, AT_A_TIME = 200, 500


def fill(apps, schema_editor):
    coverage = apps.get_model("newsletter", "Coverage").objects
    keys = apps.get_model("newsletter", "CoverageKey")
    told = coverage.order_by("pk").values_list("pk", "title", "issue__newsletter_id")
    found = []
    for pk, title, newsletter in told.iterator(chunk_size=AT_A_TIME):
        named = {
            *(("name", key) for key in lasting_keys(title)),
            *(("product", one.product[:LONGEST]) for one in names_in(title).things),
        }
        found += [
            keys(newsletter_id=newsletter, coverage_id=pk, sort=sort, key=key)
            for sort, key in sorted(named)
        ]
        if len(found) > AT_A_TIME:
            keys.objects.bulk_create(found, ignore_conflicts=True)
            found = []
    keys.objects.bulk_create(found, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0046_earlier_of_coverage")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
