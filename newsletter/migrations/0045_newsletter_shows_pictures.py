from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0044_tell_of_interests")]

    operations = [
        migrations.AddField(
            model_name="newsletter",
            name="shows_pictures",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="An issue's page shows the picture of each story that intake has one "
                "of, from our own address. Letters show none.",
                verbose_name="shows pictures",
            ),
        ),
    ]
