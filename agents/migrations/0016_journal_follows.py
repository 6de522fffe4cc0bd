from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('agents', '0015_toolcall_held_back'),
    ]

    operations = [
        migrations.AddField(
            model_name='journal',
            name='follows',
            field=models.ForeignKey(blank=True, null=True, on_delete=models.deletion.PROTECT, related_name='followed_by', to='agents.journal'),
        ),
        migrations.AddField(
            model_name='journal',
            name='follows_event',
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name='journal',
            name='terms_sha256',
            field=models.CharField(blank=True, max_length=64),
        ),
    ]
