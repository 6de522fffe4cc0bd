"""All migrations up to 0039_webhook_endpoints at once, for a database that begins."""

import datetime
from pathlib import Path

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.db import migrations, models

import subscribers.models.webhooks
from newsletter.squashing import CreateModels

PLACE = """
    SELECT format('%s/%s/%s', (SELECT system_identifier FROM pg_control_system()),
        (SELECT oid FROM pg_database WHERE datname = current_database()),
        'subscribers_delivery'::regclass::oid)
"""


def store_home(apps, schema_editor):
    """As `delivery.sql.place` says it: every dump from now on tells where it stood."""
    connection = schema_editor.connection
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(PLACE)
            [place] = cursor.fetchone()
    else:
        file = Path(str(connection.settings_dict["NAME"]))
        place = f"inode {file.stat().st_ino}" if file.exists() else "memory"
    apps.get_model("subscribers", "LedgerHome").objects.create(pk=1, place=place)


class Migration(migrations.Migration):

    replaces = [
        ('subscribers', '0001_initial'),
        ('subscribers', '0002_subscriber_address_hash'),
        ('subscribers', '0003_fill_address_hash'),
        ('subscribers', '0004_require_address_hash'),
        ('subscribers', '0005_dispatch'),
        ('subscribers', '0006_attack_mode'),
        ('subscribers', '0007_subscriber_less_of'),
        ('subscribers', '0008_delivery_outlives_subscriber'),
        ('subscribers', '0009_confirmation'),
        ('subscribers', '0010_delivery_fewer_indexes'),
        ('subscribers', '0011_dispatch_credited'),
        ('subscribers', '0012_dispatch_waved_on'),
        ('subscribers', '0013_subscriber_bounce_score'),
        ('subscribers', '0014_bounce'),
        ('subscribers', '0015_delivery_words'),
        ('subscribers', '0016_address_hash_key'),
        ('subscribers', '0017_alert'),
        ('subscribers', '0018_throttle'),
        ('subscribers', '0019_status_erased'),
        ('subscribers', '0020_forget_words_about_erased'),
        ('subscribers', '0021_sign_up_request'),
        ('subscribers', '0022_confirmation_kind'),
        ('subscribers', '0023_ledger_home'),
        ('subscribers', '0024_fill_ledger_home'),
        ('subscribers', '0025_webhook_call'),
        ('subscribers', '0026_tag'),
        ('subscribers', '0027_subscriber_tags'),
        ('subscribers', '0028_segment'),
        ('subscribers', '0029_reader_change'),
        ('subscribers', '0030_export_permission'),
        ('subscribers', '0031_alert_to_one'),
        ('subscribers', '0032_list_upload'),
        ('subscribers', '0033_confirmation_of_address'),
        ('subscribers', '0034_consent_moved'),
        ('subscribers', '0035_address_change'),
        ('subscribers', '0036_confirmation_change'),
        ('subscribers', '0037_editions'),
        ('subscribers', '0038_no_topics_in_changes'),
        ('subscribers', '0039_webhook_endpoints'),
    ]

    initial = True

    dependencies = [("newsletter", "0042_story_must_have")]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Suppression',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address_hash', models.CharField(max_length=64, unique=True)),
                    ('reason', models.CharField(choices=[('erased', 'Erased'), ('bounced', 'Bounced'), ('complained', 'Complained'), ('operator', 'Operator')], max_length=12)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ],
            ),
            migrations.CreateModel(
                name='Tag',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60)),
                    ('key', models.CharField(editable=False, max_length=180)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='newsletter.newsletter')),
                ],
                options={
                    'ordering': ['key'],
                    'constraints': [models.UniqueConstraint(fields=('newsletter', 'key'), name='tag_once_per_newsletter')],
                },
            ),
            migrations.CreateModel(
                name='Subscriber',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address', models.CharField(max_length=320)),
                    ('status', models.CharField(choices=[('pending', 'Pending'), ('active', 'Active'), ('paused', 'Paused'), ('unsubscribed', 'Unsubscribed'), ('bounced', 'Bounced'), ('erased', 'Erased')], default='pending', max_length=12)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                    ('left_at', models.DateTimeField(blank=True, null=True)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='subscribers', to='newsletter.newsletter')),
                    ('address_hash', models.CharField(editable=False, max_length=64)),
                    ('less_of', models.JSONField(blank=True, default=list)),
                    ('bounce_score', models.PositiveSmallIntegerField(default=0)),
                    ('tags', models.ManyToManyField(blank=True, related_name='subscribers', to='subscribers.tag')),
                    ('first', models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list)),
                    ('length', models.CharField(choices=[('whole', 'whole'), ('short', 'short'), ('shortest', 'shortest')], db_default='whole', default='whole', max_length=8)),
                ],
                options={
                    'indexes': [models.Index(fields=['address_hash'], name='subscriber_by_hash')],
                    'constraints': [models.UniqueConstraint(models.F('newsletter'), django.db.models.functions.text.Lower('address'), name='subscriber_once_per_newsletter'), models.CheckConstraint(condition=models.Q(('address_hash', ''), _negated=True), name='subscriber_has_hash'), models.UniqueConstraint(fields=('newsletter', 'address_hash'), name='subscriber_hash_once_per_newsletter')],
                    'permissions': [('export_subscriber', 'Can export subscribers')],
                },
            ),
            migrations.CreateModel(
                name='Delivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('queued', 'Queued'), ('claimed', 'Claimed'), ('started', 'Started'), ('accepted', 'Accepted'), ('deferred', 'Deferred'), ('rejected', 'Rejected'), ('uncertain', 'Uncertain'), ('suppressed', 'Suppressed')], default='queued', max_length=10)),
                    ('claimed_by', models.CharField(blank=True, max_length=80)),
                    ('lease_until', models.DateTimeField(blank=True, null=True)),
                    ('next_at', models.DateTimeField(blank=True, null=True)),
                    ('attempts', models.PositiveIntegerField(default=0)),
                    ('reply', models.CharField(blank=True, max_length=300)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('started_at', models.DateTimeField(blank=True, null=True)),
                    ('settled_at', models.DateTimeField(blank=True, null=True)),
                    ('issue', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='deliveries', to='newsletter.issue')),
                    ('subscriber', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='deliveries', to='subscribers.subscriber')),
                    ('edition', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ],
                options={
                    'indexes': [models.Index(fields=['issue', 'state', 'id'], name='delivery_to_claim')],
                    'constraints': [models.UniqueConstraint(fields=('issue', 'subscriber'), name='delivery_once_per_reader')],
                    'verbose_name_plural': 'deliveries',
                },
            ),
            migrations.CreateModel(
                name='Consent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('act', models.CharField(choices=[('asked', 'Asked'), ('confirmed', 'Confirmed'), ('withdrew', 'Withdrew'), ('returned', 'Returned'), ('imported', 'Imported'), ('moved', 'Moved')], max_length=12)),
                    ('wording', models.TextField()),
                    ('wording_version', models.CharField(max_length=20)),
                    ('network', models.CharField(blank=True, max_length=60)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('subscriber', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consents', to='subscribers.subscriber')),
                ],
                options={
                    'ordering': ['at', 'id'],
                },
            ),
            migrations.CreateModel(
                name='Dispatch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('frozen_at', models.DateTimeField(blank=True, null=True)),
                    ('excluded', models.JSONField(blank=True, default=dict)),
                    ('paused_at', models.DateTimeField(blank=True, null=True)),
                    ('paused_because', models.CharField(blank=True, max_length=200)),
                    ('issue', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='dispatch', to='newsletter.issue')),
                    ('credited_at', models.DateTimeField(blank=True, null=True)),
                    ('waved_on_at', models.DateTimeField(blank=True, null=True, verbose_name='let go on at')),
                ],
                options={
                    'verbose_name_plural': 'dispatches',
                },
            ),
            migrations.CreateModel(
                name='AttackMode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('began_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('ends_at', models.DateTimeField()),
                    ('reason', models.CharField(max_length=200)),
                ],
                options={
                    'ordering': ['-began_at'],
                },
            ),
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
            migrations.CreateModel(
                name='Confirmation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('due_at', models.DateTimeField(blank=True, null=True)),
                    ('attempts', models.PositiveIntegerField(default=0)),
                    ('sent_at', models.DateTimeField(blank=True, null=True)),
                    ('subscriber', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='confirmations', to='subscribers.subscriber')),
                    ('kind', models.CharField(choices=[('confirm', 'Sign Up'), ('your-data', 'Own Data'), ('new-address', 'New Address'), ('old-address', 'Old Address')], db_default='confirm', default='confirm', max_length=12)),
                    ('change', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='confirmations', to='subscribers.addresschange')),
                ],
                options={
                    'indexes': [models.Index(fields=['due_at'], name='confirmation_due'), models.Index(fields=['sent_at'], name='confirmation_sent')],
                },
            ),
            migrations.CreateModel(
                name='Bounce',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('hard', 'Hard'), ('soft', 'Soft'), ('block', 'Block'), ('complaint', 'Complaint')], max_length=10)),
                    ('source', models.CharField(choices=[('server', 'Server'), ('notice', 'Notice'), ('provider', 'Provider')], max_length=10)),
                    ('status', models.CharField(blank=True, max_length=10)),
                    ('said', models.CharField(blank=True, max_length=300)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('delivery', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bounces', to='subscribers.delivery')),
                ],
                options={
                    'ordering': ['at', 'id'],
                    'constraints': [models.UniqueConstraint(fields=('delivery', 'kind'), name='bounce_once_per_kind')],
                },
            ),
            migrations.CreateModel(
                name='AddressHashKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('fingerprint', models.CharField(max_length=64)),
                ],
            ),
            migrations.CreateModel(
                name='Alert',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('subject', models.CharField(max_length=200)),
                    ('text', models.TextField(blank=True)),
                    ('owed', models.JSONField(blank=True, default=list)),
                    ('next_at', models.DateTimeField()),
                    ('told_at', models.DateTimeField(blank=True, null=True)),
                    ('once', models.CharField(blank=True, max_length=200, null=True, unique=True)),
                    ('links', models.JSONField(blank=True, null=True)),
                    ('to', models.EmailField(blank=True, db_default='', default='', max_length=254)),
                ],
                options={
                    'ordering': ['-at'],
                },
            ),
            migrations.CreateModel(
                name='Throttle',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(max_length=64, unique=True)),
                    ('ends_at', models.DateTimeField(db_index=True)),
                    ('counted', models.PositiveIntegerField(default=0)),
                ],
            ),
            migrations.CreateModel(
                name='SignUpRequest',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address', models.CharField(max_length=320)),
                    ('address_hash', models.CharField(db_index=True, editable=False, max_length=64)),
                    ('network', models.CharField(blank=True, max_length=60)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('is_void', models.BooleanField(default=False)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='newsletter.newsletter')),
                ],
            ),
            migrations.CreateModel(
                name='LedgerHome',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('place', models.CharField(max_length=200)),
                    ('restored_at', models.DateTimeField(blank=True, null=True)),
                ],
            ),
            migrations.CreateModel(
                name='WebhookEndpoint',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(help_text='Whose it is, or what it is for.', max_length=80)),
                    ('url', models.URLField(help_text='Public, on port 80, 443 or 8443, or on a host in WEBHOOK_OWN_HOSTS.', max_length=1000, verbose_name='address')),
                    ('events', models.JSONField(default=list, help_text='What it is told of.')),
                    ('is_on', models.BooleanField(default=True, help_text='It is switched off by itself once every call failed for three days.', verbose_name='on')),
                    ('tells_address', models.BooleanField(default=False, help_text="With “a reader confirmed”, tell the reader's address too.", verbose_name='tells the address')),
                    ('sealed', models.TextField(editable=False)),
                    ('sealed_before', models.TextField(blank=True, editable=False)),
                    ('before_until', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('failing_since', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('switched_off_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('off_because', models.CharField(blank=True, editable=False, max_length=300)),
                ],
                options={
                    'ordering': ['name', 'id'],
                },
            ),
            migrations.CreateModel(
                name='WebhookCall',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('uid', models.CharField(default=subscribers.models.webhooks._uid, max_length=40, unique=True)),
                    ('endpoint', models.CharField(max_length=80)),
                    ('event', models.CharField(max_length=60)),
                    ('body', models.TextField()),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('attempts', models.PositiveSmallIntegerField(default=0)),
                    ('next_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                    ('outcome', models.CharField(choices=[('pending', 'Pending'), ('arrived', 'Arrived'), ('given_up', 'Given Up')], default='pending', max_length=10)),
                    ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('said', models.CharField(blank=True, max_length=300)),
                    ('settled_at', models.DateTimeField(blank=True, null=True)),
                    ('about', models.CharField(blank=True, max_length=120, null=True)),
                    ('reader', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='subscribers.subscriber')),
                    ('to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='subscribers.webhookendpoint')),
                ],
                options={
                    'ordering': ['-at'],
                    'constraints': [models.UniqueConstraint(fields=('to', 'about'), name='told_once_of_it')],
                },
            ),
            migrations.CreateModel(
                name='Segment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80)),
                    ('statuses', models.JSONField(blank=True, default=list, verbose_name='how they stand')),
                    ('tags', models.JSONField(blank=True, default=list, verbose_name='with all these tags')),
                    ('without', models.JSONField(blank=True, default=list, verbose_name='with none of these tags')),
                    ('joined_from', models.DateField(blank=True, null=True, verbose_name='on the list since or after')),
                    ('joined_before', models.DateField(blank=True, null=True, verbose_name='on the list before')),
                    ('bounced', models.CharField(blank=True, choices=[('', 'does not matter'), ('yes', 'a letter came back'), ('no', 'none came back')], default='', max_length=3)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='segments', to='newsletter.newsletter')),
                ],
                options={
                    'ordering': ['newsletter', 'name'],
                    'constraints': [models.UniqueConstraint(fields=('newsletter', 'name'), name='segment_once_per_newsletter')],
                },
            ),
            migrations.CreateModel(
                name='ReaderChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('what', models.CharField(choices=[('preferences', 'Preferences'), ('address', 'Address'), ('tags', 'Tags'), ('standing', 'Standing')], max_length=12)),
                    ('words', models.CharField(max_length=300)),
                    ('by', models.CharField(blank=True, max_length=150)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('subscriber', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='subscribers.subscriber')),
                ],
                options={
                    'ordering': ['at', 'id'],
                },
            ),
            migrations.CreateModel(
                name='ListUpload',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('handed in', 'Handed In'), ('read', 'Read'), ('unclear', 'Unclear'), ('wanted', 'Wanted'), ('done', 'Done'), ('given up', 'Given Up')], default='handed in', max_length=10)),
                    ('by', models.CharField(max_length=150)),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('settled_at', models.DateTimeField(blank=True, null=True)),
                    ('file_name', models.CharField(max_length=200)),
                    ('content', models.BinaryField(null=True)),
                    ('encoding', models.CharField(blank=True, max_length=40)),
                    ('told', models.JSONField(blank=True, default=dict)),
                    ('everybody', models.CharField(blank=True, max_length=12)),
                    ('wording', models.TextField(blank=True)),
                    ('tag', models.CharField(blank=True, max_length=60)),
                    ('lease_until', models.DateTimeField(blank=True, null=True)),
                    ('attempts', models.PositiveSmallIntegerField(default=0)),
                    ('rows', models.PositiveIntegerField(default=0)),
                    ('rows_done', models.PositiveIntegerField(default=0)),
                    ('problem', models.TextField(blank=True)),
                    ('read_as', models.CharField(blank=True, max_length=100)),
                    ('columns', models.JSONField(blank=True, default=list)),
                    ('counts', models.JSONField(blank=True, default=dict)),
                    ('lines', models.JSONField(blank=True, default=list)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uploads', to='newsletter.newsletter')),
                ],
                options={
                    'verbose_name': 'imported list',
                    'ordering': ['-at'],
                },
            ),
            migrations.CreateModel(
                name='Edition',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(max_length=64)),
                    ('plan', models.JSONField()),
                    ('line', models.TextField()),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('issue', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='editions', to='newsletter.issue')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('issue', 'sha256'), name='edition_once_per_issue')],
                },
            ),
            migrations.CreateModel(
                name='WebhookAttempt',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField()),
                    ('took', models.DurationField(default=datetime.timedelta)),
                    ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('fault', models.CharField(blank=True, max_length=300)),
                    ('answer', models.CharField(blank=True, max_length=500)),
                    ('call', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tries', to='subscribers.webhookcall')),
                ],
                options={
                    'ordering': ['at', 'id'],
                },
            ),
        ),
        migrations.RunPython(store_home, migrations.RunPython.noop, elidable=False),
    ]
