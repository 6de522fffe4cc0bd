from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('subscribers', '0029_reader_change'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='subscriber',
            options={'permissions': [('export_subscriber', 'Can export subscribers')]},
        ),
    ]
