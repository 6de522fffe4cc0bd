import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0020_lesson")]

    operations = [
        migrations.CreateModel(
            name='Forgetting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.CharField(max_length=150)),
                ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forgettings', to='newsletter.newsletter')),
            ],
            options={
                'ordering': ['at'],
            },
        ),
    ]
