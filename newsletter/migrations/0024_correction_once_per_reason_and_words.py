from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('newsletter', '0023_correction_of_an_erratum'),
    ]

    operations = [
        # First the one that holds for both: no moment is without a constraint.
        migrations.AddConstraint(
            model_name='correction',
            constraint=models.UniqueConstraint(fields=('issue', 'url', 'reason', 'said_sha256'), name='correction_once_per_reason_and_words'),
        ),
        migrations.RemoveConstraint(
            model_name='correction',
            name='correction_once_per_reason',
        ),
    ]
