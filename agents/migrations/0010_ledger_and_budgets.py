"""Journals and their tool calls, budgets, and what a run used and may yet spend."""

import uuid
from decimal import Decimal

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("newsletter", "0001_initial"),
        ("agents", "0004_engine"),
    ]

    operations = [
        migrations.CreateModel(
            name='Budget',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_dollars', models.DecimalField(blank=True, decimal_places=2, help_text='For one session; empty takes SESSION_DOLLARS, 0 lifts it.', max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)])),
                ('month_dollars', models.DecimalField(blank=True, decimal_places=2, help_text='For a calendar month (UTC); empty or 0 leaves MONTH_DOLLARS alone.', max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)])),
            ],
        ),
        migrations.CreateModel(
            name='Environment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, unique=True)),
                ('remote_id', models.CharField(max_length=120)),
            ],
        ),
        migrations.CreateModel(
            name='Journal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('key', models.CharField(max_length=50)),
                ('brain', models.CharField(max_length=20)),
                ('remote_id', models.CharField(blank=True, max_length=120)),
                ('turns', models.JSONField(blank=True, default=list)),
                ('booked', models.JSONField(blank=True, default=dict)),
                ('is_open', models.BooleanField(default=True)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('began_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('archived_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['began_at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ToolCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('call_id', models.CharField(max_length=200)),
                ('tool', models.CharField(max_length=60)),
                ('arguments', models.JSONField(default=dict)),
                ('attempt', models.PositiveIntegerField()),
                ('content', models.JSONField(blank=True, null=True)),
                ('is_error', models.BooleanField(default=False)),
                ('staged', models.JSONField(blank=True, default=list)),
                ('claimed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddField(
            model_name='agentrun',
            name='degraded',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='agentrun',
            name='reported_dollars',
            field=models.DecimalField(blank=True, decimal_places=6, max_digits=12, null=True),
        ),
        migrations.AddField(
            model_name='agentrun',
            name='reserved_dollars',
            field=models.DecimalField(decimal_places=6, default=Decimal('0'), max_digits=12),
        ),
        migrations.AddField(
            model_name='agentrun',
            name='running_seconds',
            field=models.FloatField(default=0),
        ),
        migrations.AddField(
            model_name='agentrun',
            name='web_searches',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='budget',
            name='newsletter',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='budget', to='newsletter.newsletter'),
        ),
        migrations.AddField(
            model_name='journal',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='journals', to='agents.session'),
        ),
        migrations.AddField(
            model_name='agentrun',
            name='journal',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='runs', to='agents.journal'),
        ),
        migrations.AddField(
            model_name='toolcall',
            name='journal',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='agents.journal'),
        ),
        migrations.AddConstraint(
            model_name='journal',
            constraint=models.UniqueConstraint(condition=models.Q(('is_open', True)), fields=('session', 'key', 'brain'), name='journal_open_once_per_round_and_brain'),
        ),
        migrations.AddConstraint(
            model_name='toolcall',
            constraint=models.UniqueConstraint(fields=('journal', 'call_id'), name='tool_call_once_per_id'),
        ),
    ]
