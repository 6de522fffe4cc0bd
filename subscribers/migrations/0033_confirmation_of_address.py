from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('subscribers', '0032_list_upload'),
    ]

    operations = [
        migrations.AlterField(
            model_name='confirmation',
            name='kind',
            field=models.CharField(choices=[('confirm', 'Sign Up'), ('your-data', 'Own Data'), ('new-address', 'New Address'), ('old-address', 'Old Address')], db_default='confirm', default='confirm', max_length=12),
        ),
    ]
