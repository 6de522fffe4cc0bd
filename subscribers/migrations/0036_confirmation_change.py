import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('subscribers', '0035_address_change'),
    ]

    operations = [
        migrations.AddField(
            model_name='confirmation',
            name='change',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='confirmations', to='subscribers.addresschange'),
        ),
    ]
