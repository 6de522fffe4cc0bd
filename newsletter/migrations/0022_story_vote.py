import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0021_forgetting")]

    operations = [
        migrations.CreateModel(
            name='StoryVote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('story_id', models.CharField(max_length=200)),
                ('wants_more', models.BooleanField()),
                ('voter', models.CharField(max_length=64, null=True)),
                ('cast_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('issue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='newsletter.issue')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('issue', 'story_id', 'voter'), name='vote_once_per_story')],
            },
        ),
    ]
