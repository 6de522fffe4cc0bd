"""One record of each outlet; what it told and what was used of it, stories tell."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0038_fill_outlet_pace")]
    operations = [
        migrations.DeleteModel("OutletPoll"),
        migrations.DeleteModel("OutletYield"),
    ]
