"""All migrations up to 0024_request_sessions at once, for a database that begins."""

import uuid
from decimal import Decimal

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import agents.models.arrivals
from newsletter.squashing import CreateModels

TABLE = "agents_documenttext"
# The database itself refuses to change or delete a line of the log.
FOR_POSTGRESQL = [
    """
    CREATE OR REPLACE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'events are append-only'; END $$
    """,
    """
    CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE ON agents_agentevent
    FOR EACH ROW EXECUTE FUNCTION refuse_event_change()
    """,
    """
    CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON agents_agentevent
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change()
    """,
    f"ALTER TABLE {TABLE} ADD COLUMN vector tsvector "
    "GENERATED ALWAYS AS (to_tsvector('simple', words)) STORED",
    f"CREATE INDEX {TABLE}_vector ON {TABLE} USING gin (vector)",
]

# Documents have an index of their own beside the table, kept by triggers: https://www.sqlite.org/fts5.html
FOR_SQLITE = [
    """
    CREATE TRIGGER event_no_update BEFORE UPDATE ON agents_agentevent
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END
    """,
    """
    CREATE TRIGGER event_no_delete BEFORE DELETE ON agents_agentevent
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END
    """,
    f"CREATE VIRTUAL TABLE {TABLE}_fts USING fts5(words, content='{TABLE}', "
    "content_rowid='document_id', prefix='3 4')",
    f"CREATE TRIGGER {TABLE}_added AFTER INSERT ON {TABLE} BEGIN "
    f"INSERT INTO {TABLE}_fts(rowid, words) VALUES (new.document_id, new.words); END",
    f"CREATE TRIGGER {TABLE}_removed AFTER DELETE ON {TABLE} BEGIN "
    f"INSERT INTO {TABLE}_fts({TABLE}_fts, rowid, words) "
    "VALUES ('delete', old.document_id, old.words); END",
    f"CREATE TRIGGER {TABLE}_changed AFTER UPDATE ON {TABLE} BEGIN "
    f"INSERT INTO {TABLE}_fts({TABLE}_fts, rowid, words) "
    "VALUES ('delete', old.document_id, old.words); "
    f"INSERT INTO {TABLE}_fts(rowid, words) VALUES (new.document_id, new.words); END",
]


def protect_and_index(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for statement in FOR_POSTGRESQL if vendor == "postgresql" else FOR_SQLITE:
        schema_editor.execute(statement)


def unprotect(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TABLE IF EXISTS {TABLE}_fts")


class Migration(migrations.Migration):

    replaces = [
        ('agents', '0001_initial'),
        ('agents', '0002_append_only_events'),
        ('agents', '0003_session_summary'),
        ('agents', '0004_engine'),
        ('agents', '0010_ledger_and_budgets'),
        ('agents', '0011_chore'),
        ('agents', '0012_session_week'),
        ('agents', '0013_fill_session_week'),
        ('agents', '0014_session_once_per_week'),
        ('agents', '0015_toolcall_held_back'),
        ('agents', '0016_journal_follows'),
        ('agents', '0017_journal_code_sha256'),
        ('agents', '0018_session_wishes'),
        ('agents', '0019_api_keys'),
        ('agents', '0020_calls'),
        ('agents', '0021_execution_callback'),
        ('agents', '0022_arrivals'),
        ('agents', '0023_approvalrequest_why'),
        ('agents', '0024_request_sessions'),
    ]

    initial = True

    dependencies = [
        ("newsletter", "0045_newsletter_shows_pictures"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Agent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(unique=True)),
                    ('remote_id', models.CharField(blank=True, max_length=120)),
                    ('remote_version', models.PositiveIntegerField(blank=True, null=True)),
                    ('spec_sha256', models.CharField(blank=True, max_length=64)),
                    ('is_active', models.BooleanField(default=True)),
                ],
                options={
                    'ordering': ['slug'],
                },
            ),
            migrations.CreateModel(
                name='Session',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80, unique=True)),
                    ('slot', models.DateTimeField(blank=True, null=True)),
                    ('workflow', models.CharField(max_length=40)),
                    ('version', models.PositiveIntegerField()),
                    ('status', models.CharField(choices=[('open', 'Open'), ('paused', 'Paused'), ('finished', 'Finished'), ('aborted', 'Aborted'), ('cancelled', 'Cancelled')], default='open', max_length=10)),
                    ('reason', models.TextField(blank=True)),
                    ('sources', models.CharField(choices=[('live', 'Live'), ('sample', 'Sample')], max_length=8)),
                    ('as_of', models.DateTimeField()),
                    ('brains', models.JSONField(blank=True, default=list)),
                    ('is_dry_run', models.BooleanField(default=False)),
                    ('last_seq', models.PositiveIntegerField(default=0)),
                    ('head_hash', models.CharField(blank=True, max_length=64)),
                    ('wake_at', models.DateTimeField(blank=True, null=True)),
                    ('hinted_at', models.DateTimeField(blank=True, null=True)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sessions', to='newsletter.newsletter')),
                    ('summary', models.JSONField(blank=True, default=dict)),
                    ('moved_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('wants', models.BooleanField(default=False)),
                    ('week', models.CharField(blank=True, max_length=8, null=True)),
                    ('max_turns', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('model', models.CharField(blank=True, db_default='', default='', max_length=60)),
                    ('retries', models.BooleanField(db_default=True, default=True)),
                ],
                options={
                    'ordering': ['-created_at', '-id'],
                    'constraints': [models.UniqueConstraint(fields=('newsletter', 'slot'), name='session_once_per_slot'), models.UniqueConstraint(fields=('newsletter', 'week'), name='session_once_per_week')],
                },
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
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='journals', to='agents.session')),
                    ('follows', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='followed_by', to='agents.journal')),
                    ('follows_event', models.CharField(blank=True, max_length=120)),
                    ('terms_sha256', models.CharField(blank=True, max_length=64)),
                    ('code_sha256', models.CharField(blank=True, max_length=64)),
                ],
                options={
                    'ordering': ['began_at', 'id'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('is_open', True)), fields=('session', 'key', 'brain'), name='journal_open_once_per_round_and_brain')],
                },
            ),
            migrations.CreateModel(
                name='AgentRun',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(max_length=50)),
                    ('attempt', models.PositiveIntegerField()),
                    ('brain', models.CharField(blank=True, max_length=20)),
                    ('model', models.CharField(blank=True, max_length=60)),
                    ('status', models.CharField(choices=[('running', 'Running'), ('success', 'Success'), ('silent', 'Silent'), ('failed', 'Failed'), ('timeout', 'Timeout'), ('fenced', 'Fenced')], default='running', max_length=8)),
                    ('error', models.TextField(blank=True)),
                    ('started_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('seconds', models.FloatField(default=0)),
                    ('tool_calls', models.PositiveIntegerField(default=0)),
                    ('retries', models.PositiveIntegerField(default=0)),
                    ('input_tokens', models.PositiveBigIntegerField(default=0)),
                    ('output_tokens', models.PositiveBigIntegerField(default=0)),
                    ('cache_read_tokens', models.PositiveBigIntegerField(default=0)),
                    ('cache_write_tokens', models.PositiveBigIntegerField(default=0)),
                    ('dollars', models.DecimalField(decimal_places=6, default=Decimal('0'), max_digits=12)),
                    ('agent', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='agents.agent')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='agent_runs', to='agents.session')),
                    ('degraded', models.JSONField(blank=True, default=list)),
                    ('reported_dollars', models.DecimalField(blank=True, decimal_places=6, max_digits=12, null=True)),
                    ('reserved_dollars', models.DecimalField(decimal_places=6, default=Decimal('0'), max_digits=12)),
                    ('running_seconds', models.FloatField(default=0)),
                    ('web_searches', models.PositiveIntegerField(default=0)),
                    ('journal', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='runs', to='agents.journal')),
                ],
                options={
                    'ordering': ['started_at', 'id'],
                    'constraints': [models.UniqueConstraint(fields=('session', 'key', 'attempt', 'brain'), name='agent_run_once_per_attempt_and_brain')],
                },
            ),
            migrations.CreateModel(
                name='AgentEvent',
                fields=[
                    ('id', models.UUIDField(primary_key=True, serialize=False)),
                    ('seq', models.PositiveIntegerField()),
                    ('event_type', models.CharField(max_length=40)),
                    ('agent_name', models.CharField(blank=True, max_length=40)),
                    ('brain', models.CharField(blank=True, max_length=20)),
                    ('instead_of', models.CharField(blank=True, max_length=300)),
                    ('data', models.JSONField()),
                    ('created_at', models.DateTimeField()),
                    ('hash', models.CharField(max_length=64)),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='agents.session')),
                ],
                options={
                    'ordering': ['session_id', 'seq'],
                    'indexes': [models.Index(fields=['event_type', 'session'], name='event_by_type')],
                    'constraints': [models.UniqueConstraint(fields=('session', 'seq'), name='event_seq_once_per_session')],
                },
            ),
            migrations.CreateModel(
                name='StepRun',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='step_runs', to='agents.session')),
                    ('step', models.CharField(max_length=40)),
                    ('key', models.CharField(max_length=50)),
                    ('attempt', models.PositiveIntegerField()),
                    ('status', models.CharField(choices=[('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('lost', 'Lost'), ('revoked', 'Revoked')], default='running', max_length=8)),
                    ('worker', models.CharField(max_length=120)),
                    ('provider', models.CharField(blank=True, max_length=40)),
                    ('claimed_at', models.DateTimeField()),
                    ('lease_until', models.DateTimeField()),
                    ('is_released', models.BooleanField(default=False)),
                    ('ended_at', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('session', 'key', 'attempt'), name='step_run_once_per_attempt'), models.UniqueConstraint(condition=models.Q(('status', 'running')), fields=('session', 'key'), name='step_run_one_running_per_key')],
                    'indexes': [models.Index(condition=models.Q(('status', 'running')), fields=['lease_until'], name='step_run_expiry')],
                },
            ),
            migrations.CreateModel(
                name='RetryPolicy',
                fields=[
                    ('step', models.SlugField(primary_key=True, serialize=False)),
                    ('attempts', models.PositiveSmallIntegerField(blank=True, help_text='Failures until it is given up.', null=True)),
                    ('first_wait_seconds', models.PositiveIntegerField(blank=True, help_text='Before the second attempt.', null=True)),
                    ('multiplier', models.FloatField(blank=True, help_text='By how much each further wait is longer.', null=True)),
                    ('longest_wait_seconds', models.PositiveIntegerField(blank=True, null=True)),
                    ('losses', models.PositiveSmallIntegerField(blank=True, help_text='Dead workers until it is given up.', null=True)),
                ],
                options={
                    'verbose_name_plural': 'retry policies',
                    'ordering': ['step'],
                },
            ),
            migrations.CreateModel(
                name='Provider',
                fields=[
                    ('name', models.SlugField(primary_key=True, serialize=False)),
                    ('at_once', models.PositiveSmallIntegerField(default=4)),
                ],
            ),
            migrations.CreateModel(
                name='LegalMove',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('before', models.CharField(max_length=10)),
                    ('after', models.CharField(max_length=10)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('before', 'after'), name='legal_move_once')],
                },
            ),
            migrations.CreateModel(
                name='StatusChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='status_changes', to='agents.session')),
                    ('before', models.CharField(max_length=10)),
                    ('after', models.CharField(max_length=10)),
                    ('changed_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ['id'],
                },
            ),
            migrations.CreateModel(
                name='Sweep',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('swept_at', models.DateTimeField()),
                    ('offered', models.PositiveIntegerField(default=0)),
                ],
            ),
            migrations.CreateModel(
                name='Budget',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session_dollars', models.DecimalField(blank=True, decimal_places=2, help_text='For one session; empty takes SESSION_DOLLARS, 0 lifts it.', max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)])),
                    ('month_dollars', models.DecimalField(blank=True, decimal_places=2, help_text='For a calendar month (UTC); empty or 0 leaves MONTH_DOLLARS alone.', max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)])),
                    ('newsletter', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='budget', to='newsletter.newsletter')),
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
                    ('journal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='agents.journal')),
                    ('held_back', models.JSONField(blank=True, null=True)),
                ],
                options={
                    'ordering': ['id'],
                    'constraints': [models.UniqueConstraint(fields=('journal', 'call_id'), name='tool_call_once_per_id')],
                },
            ),
            migrations.CreateModel(
                name='Chore',
                fields=[
                    ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                    ('done_at', models.DateTimeField(blank=True, null=True)),
                    ('is_weekly', models.BooleanField(default=False)),
                    ('trouble', models.CharField(blank=True, max_length=300)),
                    ('trouble_since', models.DateTimeField(blank=True, null=True)),
                ],
            ),
            migrations.CreateModel(
                name='ApiKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(help_text='What it is for.', max_length=80)),
                    ('prefix', models.CharField(editable=False, max_length=12, unique=True)),
                    ('hashed', models.CharField(editable=False, max_length=64)),
                    ('scopes', models.JSONField(blank=True, default=list)),
                    ('requests_per_hour', models.PositiveIntegerField(blank=True, help_text="Of its own; empty: it shares its owner's API_REQUESTS_PER_HOUR.", null=True)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('expires_at', models.DateTimeField(blank=True, help_text='Worth nothing after this; empty: never.', null=True)),
                    ('last_used_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('revoked_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_keys', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'API key',
                    'ordering': ['-created_at', '-id'],
                },
            ),
            migrations.CreateModel(
                name='KeptAnswer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('idempotency', models.CharField(max_length=64)),
                    ('request', models.CharField(max_length=64)),
                    ('lease_until', models.DateTimeField()),
                    ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('content_type', models.CharField(blank=True, max_length=80)),
                    ('location', models.CharField(blank=True, max_length=300)),
                    ('body', models.TextField(blank=True)),
                    ('created_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                    ('key', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='agents.apikey')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('key', 'idempotency'), name='answer_once_per_key')],
                },
            ),
            migrations.CreateModel(
                name='AgentSetting',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(unique=True)),
                    ('is_on', models.BooleanField(default=True, help_text='An agent that is off refuses each call, and says so.')),
                    ('model', models.CharField(blank=True, help_text='Empty: the one in its prompt file.', max_length=60)),
                    ('timeout_seconds', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)])),
                    ('budget_dollars', models.DecimalField(blank=True, decimal_places=2, help_text="For one call or one attempt at a step; empty: its prompt file's.", max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                ],
                options={
                    'ordering': ['slug'],
                },
            ),
            migrations.CreateModel(
                name='Document',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('document', 'document'), ('voice', 'voice example')], default='document', max_length=10)),
                    ('title', models.CharField(max_length=200)),
                    ('platform', models.CharField(blank=True, max_length=20)),
                    ('text', models.TextField()),
                    ('origin', models.CharField(blank=True, max_length=300)),
                    ('version', models.PositiveIntegerField(default=0, editable=False)),
                    ('is_active', models.BooleanField(default=True, help_text='What is not active is shown to no agent.')),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('changed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('newsletter', models.ForeignKey(blank=True, help_text='Empty: for all newsletters.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='documents', to='newsletter.newsletter')),
                ],
                options={
                    'ordering': ['title', 'id'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('origin', ''), _negated=True), fields=('origin',), name='document_once_per_origin')],
                },
            ),
            migrations.CreateModel(
                name='Conversation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ('user', models.CharField(db_index=True, max_length=254)),
                    ('trigger', models.CharField(max_length=20)),
                    ('status', models.CharField(choices=[('active', 'Active'), ('completed', 'Completed'), ('failed', 'Failed')], default='active', max_length=10)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('moved_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conversations', to='newsletter.newsletter')),
                ],
                options={
                    'ordering': ['-moved_at', '-id'],
                },
            ),
            migrations.CreateModel(
                name='ApprovalRequest',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ('act', models.CharField(max_length=20)),
                    ('words', models.TextField()),
                    ('status', models.CharField(choices=[('waiting', 'Waiting'), ('granted', 'Granted'), ('refused', 'Refused')], default='waiting', max_length=8)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('decided_at', models.DateTimeField(blank=True, null=True)),
                    ('decided_by', models.CharField(blank=True, max_length=150)),
                    ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='approval_requests', to='agents.conversation')),
                    ('why', models.CharField(blank=True, db_default='', default='', max_length=1000)),
                ],
                options={
                    'ordering': ['-created_at', '-id'],
                },
            ),
            migrations.CreateModel(
                name='DocumentText',
                fields=[
                    ('document', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='searchable', serialize=False, to='agents.document')),
                    ('words', models.TextField()),
                ],
            ),
            migrations.CreateModel(
                name='DocumentVersion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('title', models.CharField(max_length=200)),
                    ('text', models.TextField()),
                    ('sha256', models.CharField(max_length=64)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('by', models.CharField(blank=True, max_length=150)),
                    ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='agents.document')),
                ],
                options={
                    'ordering': ['document_id', '-number'],
                    'constraints': [models.UniqueConstraint(fields=('document', 'number'), name='document_version_once')],
                },
            ),
            migrations.CreateModel(
                name='Execution',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ('agent', models.CharField(max_length=40)),
                    ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='queued', max_length=8)),
                    ('user', models.CharField(blank=True, max_length=254)),
                    ('trigger', models.CharField(max_length=20)),
                    ('input', models.JSONField(default=dict)),
                    ('output', models.JSONField(blank=True, null=True)),
                    ('error', models.TextField(blank=True)),
                    ('brain', models.CharField(blank=True, max_length=20)),
                    ('model', models.CharField(blank=True, max_length=60)),
                    ('instead_of', models.CharField(blank=True, max_length=300)),
                    ('input_tokens', models.PositiveIntegerField(default=0)),
                    ('output_tokens', models.PositiveIntegerField(default=0)),
                    ('dollars', models.DecimalField(decimal_places=6, default=Decimal('0'), max_digits=10)),
                    ('knowledge', models.JSONField(blank=True, default=list)),
                    ('callback', models.URLField(blank=True, max_length=1000)),
                    ('created_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                    ('began_at', models.DateTimeField(blank=True, null=True)),
                    ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ('emptied_at', models.DateTimeField(blank=True, null=True)),
                    ('conversation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='executions', to='agents.conversation')),
                    ('callback_at', models.DateTimeField(blank=True, null=True)),
                    ('callback_tries', models.PositiveSmallIntegerField(db_default=0, default=0)),
                    ('session', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='executions', to='agents.session')),
                ],
                options={
                    'ordering': ['-created_at', '-id'],
                    'indexes': [models.Index(condition=models.Q(('status', 'queued')), fields=['created_at'], name='execution_queued')],
                },
            ),
            migrations.CreateModel(
                name='Message',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('role', models.CharField(choices=[('user', 'User'), ('assistant', 'Assistant'), ('system', 'System')], max_length=10)),
                    ('content', models.TextField()),
                    ('agent', models.CharField(blank=True, max_length=40)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='agents.conversation')),
                    ('execution', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='said', to='agents.execution')),
                    ('session', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answer', to='agents.session')),
                ],
                options={
                    'ordering': ['id'],
                },
            ),
            migrations.CreateModel(
                name='Preference',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.CharField(max_length=254)),
                    ('text', models.CharField(max_length=300)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ],
                options={
                    'ordering': ['id'],
                    'constraints': [models.UniqueConstraint(fields=('user', 'text'), name='preference_once_per_user')],
                },
            ),
            migrations.CreateModel(
                name='AllowedSender',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address', models.EmailField(max_length=254, unique=True)),
                    ('is_on', models.BooleanField(default=True, verbose_name='on')),
                    ('newsletter', models.ForeignKey(blank=True, help_text='Which one their questions are about; empty: the only one.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='newsletter.newsletter')),
                ],
                options={
                    'ordering': ['address'],
                },
            ),
            migrations.CreateModel(
                name='IncomingWebhook',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(help_text='Who calls it, or what for.', max_length=80)),
                    ('place', models.CharField(default=agents.models.arrivals.new_place, editable=False, max_length=40, unique=True)),
                    ('form', models.CharField(choices=[('standard', 'Standard Webhooks'), ('tally', 'Tally'), ('github', 'GitHub'), ('slack', 'Slack, or what signs like it')], default='standard', max_length=10, verbose_name='signed by the way of')),
                    ('does', models.CharField(choices=[('form', 'sum it up as a form, for the operator'), ('session', 'begin a session'), ('request', 'answer it as a request in words (a slash command)')], default='form', max_length=10, verbose_name='what is done')),
                    ('is_dry_run', models.BooleanField(default=True, help_text='Sessions that it begins publish and send nothing.', verbose_name='dry run')),
                    ('is_on', models.BooleanField(default=True, verbose_name='on')),
                    ('sealed', models.TextField(editable=False)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('newsletter', models.ForeignKey(blank=True, help_text='Which one it is about; needed to begin sessions.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='newsletter.newsletter')),
                ],
                options={
                    'ordering': ['name', 'id'],
                },
            ),
            migrations.CreateModel(
                name='Arrival',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ('source', models.CharField(max_length=40)),
                    ('key', models.CharField(max_length=120)),
                    ('trigger', models.CharField(max_length=20)),
                    ('status', models.CharField(choices=[('passed_on', 'Passed On'), ('waiting', 'Waiting'), ('owed', 'Owed'), ('answered', 'Answered'), ('failed', 'Failed')], default='passed_on', max_length=10)),
                    ('sender', models.CharField(blank=True, max_length=254)),
                    ('thread', models.CharField(blank=True, max_length=300)),
                    ('reply_to', models.CharField(blank=True, max_length=1000)),
                    ('subject', models.CharField(blank=True, max_length=300)),
                    ('words', models.TextField(blank=True)),
                    ('answer', models.TextField(blank=True)),
                    ('said', models.CharField(blank=True, max_length=300)),
                    ('attempts', models.PositiveSmallIntegerField(default=0)),
                    ('next_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                    ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                    ('emptied_at', models.DateTimeField(blank=True, null=True)),
                    ('conversation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='agents.conversation')),
                    ('execution', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='agents.execution')),
                    ('newsletter', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='newsletter.newsletter')),
                    ('session', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='agents.session')),
                    ('webhook', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='arrivals', to='agents.incomingwebhook')),
                ],
                options={
                    'ordering': ['-at', '-id'],
                    'constraints': [models.UniqueConstraint(fields=('source', 'key'), name='arrival_once')],
                },
            ),
        ),
        migrations.RunPython(protect_and_index, unprotect, elidable=False),
    ]
