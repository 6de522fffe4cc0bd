import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0042_story_must_have'),
        ('subscribers', '0036_confirmation_change'),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='edition',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddField(
            model_name='subscriber',
            name='first',
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name='subscriber',
            name='length',
            field=models.CharField(choices=[('whole', 'whole'), ('short', 'short'), ('shortest', 'shortest')], db_default='whole', default='whole', max_length=8),
        ),
        migrations.CreateModel(
            name='Edition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sha256', models.CharField(max_length=64)),
                ('plan', models.JSONField()),
                ('line', models.TextField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('issue', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='editions', to='newsletter.issue')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('issue', 'sha256'), name='edition_once_per_issue')],
            },
        ),
    ]
