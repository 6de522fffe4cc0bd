from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('subscribers', '0033_confirmation_of_address'),
    ]

    operations = [
        migrations.AlterField(
            model_name='consent',
            name='act',
            field=models.CharField(choices=[('asked', 'Asked'), ('confirmed', 'Confirmed'), ('withdrew', 'Withdrew'), ('returned', 'Returned'), ('imported', 'Imported'), ('moved', 'Moved')], max_length=12),
        ),
    ]
