"""Where no outlet was stored the shipped table was asked: from here on it is stored."""

from django.db import migrations

from newsletter.research.outlets.table import OUTLETS


def store(apps, schema_editor):
    outlets = apps.get_model("newsletter", "Outlet").objects
    if outlets.exists():
        return
    outlets.bulk_create(
        outlets.model(
            name=spec.name,
            how=spec.how,
            url=spec.url,
            kind=spec.kind or "",
            prior=spec.prior,
            terms=list(spec.terms),
        )
        for spec in OUTLETS
    )


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0031_outlet_name_once_per_newsletter")]
    operations = [migrations.RunPython(store, migrations.RunPython.noop)]
