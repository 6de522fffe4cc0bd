import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('subscribers', '0028_segment'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReaderChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('preferences', 'Preferences'), ('address', 'Address'), ('tags', 'Tags'), ('standing', 'Standing')], max_length=12)),
                ('words', models.CharField(max_length=300)),
                ('by', models.CharField(blank=True, max_length=150)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('subscriber', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='subscribers.subscriber')),
            ],
            options={
                'ordering': ['at', 'id'],
            },
        ),
    ]
