from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0022_story_vote'),
    ]

    operations = [
        migrations.AddField(
            model_name='correction',
            name='item',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='correction',
            name='markdown',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
        migrations.AddField(
            model_name='correction',
            name='place',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
        migrations.AddField(
            model_name='correction',
            name='said_sha256',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AlterField(
            model_name='correction',
            name='reason',
            field=models.CharField(choices=[('dead', 'dead'), ('changed', 'changed'), ('withdrawn', 'withdrawn'), ('retracted', 'retracted'), ('erratum', 'erratum')], max_length=12),
        ),
    ]
