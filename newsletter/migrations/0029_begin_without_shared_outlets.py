"""New newsletters begin with outlets of their own alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0028_newsletter_shared_outlets")]
    operations = [
        migrations.AlterField(
            model_name="newsletter",
            name="shared_outlets",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Besides its own. The shared ones that Crux ships tell of AI.",
                verbose_name="asks the shared outlets",
            ),
        )
    ]
