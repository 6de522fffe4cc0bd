from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('subscribers', '0026_tag'),
    ]

    operations = [
        migrations.AddField(
            model_name='subscriber',
            name='tags',
            field=models.ManyToManyField(blank=True, related_name='subscribers', to='subscribers.tag'),
        ),
    ]
