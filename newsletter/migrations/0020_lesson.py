import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0019_review_outlets")]

    operations = [
        migrations.CreateModel(
            name='Lesson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('story_id', models.CharField(max_length=200)),
                ('origin', models.CharField(choices=[('pick', 'Pick'), ('operator', 'Operator'), ('readers', 'Readers'), ('passed', 'passed over')], max_length=10)),
                ('title', models.CharField(max_length=500)),
                ('text', models.TextField(blank=True)),
                ('is_wanted', models.BooleanField()),
                ('weight', models.FloatField(default=1.0)),
                ('learned_on', models.DateField()),
                ('kept_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lessons', to='newsletter.newsletter')),
            ],
            options={
                'ordering': ['learned_on', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('newsletter', 'story_id', 'origin'), name='lesson_once_per_origin')],
            },
        ),
    ]
