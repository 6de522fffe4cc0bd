"""An outlet's own pace stands with how it answers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0036_fill_story_step_policies")]
    operations = [
        migrations.AddField(
            "outlethealth", "next_at", models.DateTimeField(null=True, db_index=True)
        ),
        migrations.AddField(
            "outlethealth", "every_minutes", models.PositiveIntegerField(default=60)
        ),
        migrations.AddField(
            "outlethealth", "taken_in_at", models.DateTimeField(null=True)
        ),
        migrations.AddField(
            "outlethealth", "stories", models.PositiveIntegerField(default=0)
        ),
        migrations.AddField(
            "outlethealth", "last_new_at", models.DateTimeField(null=True)
        ),
    ]
