from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0010_tone_as_a_paragraph'),
    ]

    operations = [
        migrations.AddField(
            model_name='coverage',
            name='why',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
    ]
