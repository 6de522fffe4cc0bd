import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0022_story_vote'),
        ('subscribers', '0027_subscriber_tags'),
    ]

    operations = [
        migrations.CreateModel(
            name='Segment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('statuses', models.JSONField(blank=True, default=list, verbose_name='how they stand')),
                ('tags', models.JSONField(blank=True, default=list, verbose_name='with all these tags')),
                ('without', models.JSONField(blank=True, default=list, verbose_name='with none of these tags')),
                ('joined_from', models.DateField(blank=True, null=True, verbose_name='on the list since or after')),
                ('joined_before', models.DateField(blank=True, null=True, verbose_name='on the list before')),
                ('bounced', models.CharField(blank=True, choices=[('', 'does not matter'), ('yes', 'a letter came back'), ('no', 'none came back')], default='', max_length=3)),
                ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='segments', to='newsletter.newsletter')),
            ],
            options={
                'ordering': ['newsletter', 'name'],
                'constraints': [models.UniqueConstraint(fields=('newsletter', 'name'), name='segment_once_per_newsletter')],
            },
        ),
    ]
