
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0045_newsletter_shows_pictures'),
    ]

    operations = [
        migrations.AddField(
            model_name='coverage',
            name='anchor',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
        migrations.AddField(
            model_name='coverage',
            name='earlier',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='newsletter.coverage'),
        ),
        migrations.AddField(
            model_name='coverage',
            name='heading',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
        migrations.AddField(
            model_name='coverage',
            name='names',
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list),
        ),
    ]
