from django.db import migrations, models

import newsletter.standards.tone


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0009_keep_word_ranges'),
    ]

    operations = [
        migrations.AlterField(
            model_name='newsletter',
            name='tone',
            field=models.TextField(default=newsletter.standards.tone.default_tone, help_text='How it sounds: a paragraph, and a few sentences that sound so. Models that write and criticise are given it word for word, for its manner alone; none of it goes into an issue. The local brain quotes, and has no tone of its own.', max_length=2000),
        ),
    ]
