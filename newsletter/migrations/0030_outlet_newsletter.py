import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0029_begin_without_shared_outlets")]
    operations = [
        migrations.AddField(
            model_name="outlet",
            name="newsletter",
            field=models.ForeignKey(
                blank=True,
                help_text="Whose it is; empty for every newsletter that asks shared outlets.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="outlets",
                to="newsletter.newsletter",
            ),
        )
    ]
