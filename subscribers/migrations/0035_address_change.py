import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('subscribers', '0034_consent_moved'),
    ]

    operations = [
        migrations.CreateModel(
            name='AddressChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('asked', 'Asked'), ('done', 'Done'), ('stopped', 'Stopped'), ('taken back', 'Taken Back')], default='asked', max_length=10)),
                ('address', models.CharField(blank=True, max_length=320)),
                ('address_hash', models.CharField(blank=True, db_index=True, max_length=64)),
                ('old_address', models.CharField(blank=True, max_length=320)),
                ('old_hash', models.CharField(blank=True, db_index=True, max_length=64)),
                ('by', models.CharField(blank=True, max_length=150)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('subscriber', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='address_changes', to='subscribers.subscriber')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'asked')), fields=('subscriber',), name='address_change_once_at_a_time')],
            },
        ),
    ]
