"""A name stands once in each newsletter, and once among the shared outlets."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0030_outlet_newsletter")]
    operations = [
        migrations.AddConstraint(
            model_name="outlet",
            constraint=models.UniqueConstraint(
                condition=models.Q(("newsletter__isnull", False)),
                fields=("newsletter", "name"),
                name="outlet_name_once_per_newsletter",
            ),
        ),
        migrations.AddConstraint(
            model_name="outlet",
            constraint=models.UniqueConstraint(
                condition=models.Q(("newsletter__isnull", True)),
                fields=("name",),
                name="outlet_name_once_among_shared",
            ),
        ),
        migrations.AlterField(
            model_name="outlet",
            name="name",
            field=models.CharField(max_length=120),
        ),
    ]
