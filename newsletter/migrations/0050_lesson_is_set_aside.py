from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0049_tell_of_language'),
    ]

    operations = [
        migrations.AddField(
            model_name='lesson',
            name='is_set_aside',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
