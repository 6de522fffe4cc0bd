"""Stores the table of sources that Crux ships, for operators to edit."""

from django.db import migrations

from newsletter.research.outlets.table import OUTLETS


def fill(apps, schema_editor):
    outlets = apps.get_model("newsletter", "Outlet")
    outlets.objects.bulk_create(
        [
            outlets(
                name=spec.name,
                how=spec.how,
                url=spec.url,
                kind=spec.kind.value if spec.kind else "",
                prior=spec.prior,
                terms=list(spec.terms),
            )
            for spec in OUTLETS
        ],
        ignore_conflicts=True,
    )


def empty(apps, schema_editor):
    apps.get_model("newsletter", "Outlet").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0002_outlet")]
    operations = [migrations.RunPython(fill, empty)]
