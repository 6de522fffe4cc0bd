"""All migrations up to 0050_lesson_is_set_aside at once, for a database that begins."""

import datetime

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models

import newsletter.models.outlets
import newsletter.research.enrichment
import newsletter.research.lifecycle
import newsletter.standards.tone
from newsletter.research.outlets.table import OUTLETS
from newsletter.squashing import CreateModels

TABLE = "newsletter_issuetext"
FOR_POSTGRESQL = [
    f"ALTER TABLE {TABLE} ADD COLUMN vector tsvector "
    "GENERATED ALWAYS AS (to_tsvector('simple', words)) STORED",
    f"CREATE INDEX {TABLE}_vector ON {TABLE} USING gin (vector)",
]
# An index of its own beside the table, kept by triggers: https://www.sqlite.org/fts5.html
FOR_SQLITE = [
    f"CREATE VIRTUAL TABLE {TABLE}_fts USING fts5(words, content='{TABLE}', "
    "content_rowid='issue_id', prefix='3 4')",
    f"CREATE TRIGGER {TABLE}_added AFTER INSERT ON {TABLE} BEGIN "
    f"INSERT INTO {TABLE}_fts(rowid, words) VALUES (new.issue_id, new.words); END",
    f"CREATE TRIGGER {TABLE}_removed AFTER DELETE ON {TABLE} BEGIN "
    f"INSERT INTO {TABLE}_fts({TABLE}_fts, rowid, words) "
    "VALUES ('delete', old.issue_id, old.words); END",
    f"CREATE TRIGGER {TABLE}_changed AFTER UPDATE ON {TABLE} BEGIN "
    f"INSERT INTO {TABLE}_fts({TABLE}_fts, rowid, words) "
    "VALUES ('delete', old.issue_id, old.words); "
    f"INSERT INTO {TABLE}_fts(rowid, words) VALUES (new.issue_id, new.words); END",
]


def make_index(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for statement in FOR_POSTGRESQL if vendor == "postgresql" else FOR_SQLITE:
        schema_editor.execute(statement)


def remove_index(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TABLE IF EXISTS {TABLE}_fts")


STEPS = ("score", "text", "summary", "tags", "picture")


def store(apps, schema_editor):
    """The outlets that Crux ships, for operators to edit, and how often steps are tried."""
    outlets = apps.get_model("newsletter", "Outlet")
    outlets.objects.bulk_create(
        outlets(
            name=spec.name,
            how=spec.how,
            url=spec.url,
            kind=spec.kind or "",
            prior=spec.prior,
            terms=list(spec.terms),
        )
        for spec in OUTLETS
    )
    policies = apps.get_model("newsletter", "StoryStepPolicy")
    policies.objects.bulk_create(policies(step=step) for step in STEPS)


class Migration(migrations.Migration):

    replaces = [
        ('newsletter', '0001_initial'),
        ('newsletter', '0002_outlet'),
        ('newsletter', '0003_fill_outlets'),
        ('newsletter', '0004_newsletter_when_links_fail'),
        ('newsletter', '0005_correction'),
        ('newsletter', '0006_tell_what_settings_do'),
        ('newsletter', '0007_rank_by_topics'),
        ('newsletter', '0008_take_stories_in_its_language'),
        ('newsletter', '0009_keep_word_ranges'),
        ('newsletter', '0010_tone_as_a_paragraph'),
        ('newsletter', '0011_coverage_why'),
        ('newsletter', '0012_issue_text'),
        ('newsletter', '0013_list_kinds_of_outlets'),
        ('newsletter', '0014_thread'),
        ('newsletter', '0015_coverage_memory'),
        ('newsletter', '0016_coverage_key'),
        ('newsletter', '0017_fill_memory'),
        ('newsletter', '0018_withdrawn_issues'),
        ('newsletter', '0019_review_outlets'),
        ('newsletter', '0020_lesson'),
        ('newsletter', '0021_forgetting'),
        ('newsletter', '0022_story_vote'),
        ('newsletter', '0023_correction_of_an_erratum'),
        ('newsletter', '0024_correction_once_per_reason_and_words'),
        ('newsletter', '0025_approval'),
        ('newsletter', '0026_issue_text_vector'),
        ('newsletter', '0027_revision'),
        ('newsletter', '0028_newsletter_shared_outlets'),
        ('newsletter', '0029_begin_without_shared_outlets'),
        ('newsletter', '0030_outlet_newsletter'),
        ('newsletter', '0031_outlet_name_once_per_newsletter'),
        ('newsletter', '0032_store_shipped_outlets'),
        ('newsletter', '0033_story'),
        ('newsletter', '0034_outlet_health'),
        ('newsletter', '0035_story_enrichment'),
        ('newsletter', '0036_fill_story_step_policies'),
        ('newsletter', '0037_outlet_pace'),
        ('newsletter', '0038_fill_outlet_pace'),
        ('newsletter', '0039_one_record_of_outlet'),
        ('newsletter', '0040_issue_contract'),
        ('newsletter', '0041_revision_at'),
        ('newsletter', '0042_story_must_have'),
        ('newsletter', '0043_interests'),
        ('newsletter', '0044_tell_of_interests'),
        ('newsletter', '0045_newsletter_shows_pictures'),
        ('newsletter', '0046_earlier_of_coverage'),
        ('newsletter', '0047_keys_of_versions'),
        ('newsletter', '0048_story_vote_is_public'),
        ('newsletter', '0049_tell_of_language'),
        ('newsletter', '0050_lesson_is_set_aside'),
    ]

    initial = True

    dependencies = []

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='StoredInterests',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.SlugField(help_text='How commands and newsletters call them.', unique=True)),
                    ('text', models.TextField(help_text='YAML; docs/interests.md tells of each key, and each fault is told with its line.', max_length=32768)),
                    ('values', models.JSONField(default=dict, editable=False)),
                    ('sha256', models.CharField(editable=False, max_length=64)),
                    ('changed_at', models.DateTimeField(auto_now=True)),
                ],
                options={
                    'verbose_name_plural': 'interests',
                    'ordering': ['name'],
                    'verbose_name': 'interests',
                },
            ),
            migrations.CreateModel(
                name='Newsletter',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(unique=True)),
                    ('title', models.CharField(max_length=120)),
                    ('tagline', models.CharField(blank=True, max_length=200)),
                    ('profile', models.TextField(help_text='What its readers want, in concrete words; stories are ranked by it.')),
                    ('topics', models.JSONField(blank=True, default=list, help_text='Stories are ranked by them as by the profile; readers may ask for less of one.')),
                    ('tone', models.TextField(default=newsletter.standards.tone.default_tone, help_text='How it sounds: a paragraph, and a few sentences that sound so. Models that write and criticise are given it word for word, for its manner alone; none of it goes into an issue. The local brain quotes, and has no tone of its own.', max_length=2000)),
                    ('rubric', models.JSONField(blank=True, default=dict, help_text='Quotas, floors and word limits that differ from the defaults.')),
                    ('workflow', models.SlugField(default='brief')),
                    ('language', models.CharField(default='en', help_text='Models write in it, and the local brain what an issue says of itself; pages and letters speak it, with dates and the words of consent, or English where Crux has no translation. Research takes stories in it besides English ones.', max_length=12)),
                    ('is_active', models.BooleanField(default=True)),
                    ('weekday', models.SmallIntegerField(choices=[(0, 'Monday'), (1, 'Tuesday'), (2, 'Wednesday'), (3, 'Thursday'), (4, 'Friday'), (5, 'Saturday'), (6, 'Sunday')], default=3)),
                    ('send_at', models.TimeField(default=datetime.time(9, 0))),
                    ('timezone', models.CharField(default='UTC', max_length=60)),
                    ('sender_name', models.CharField(blank=True, max_length=120)),
                    ('sender_address', models.CharField(blank=True, max_length=254)),
                    ('subscriber_cap', models.PositiveIntegerField(blank=True, help_text='Readers at most; empty takes SUBSCRIBER_CAP, 0 lifts it.', null=True)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                    ('when_links_fail', models.CharField(choices=[('abort', 'skip this issue'), ('trim', 'leave out what failed')], default='abort', help_text='When a draft failed verification as often as it may.', max_length=8)),
                    ('approval', models.CharField(choices=[('none', 'nobody is asked'), ('veto', 'goes out unless somebody stops it'), ('yes', 'goes out if somebody says yes')], db_default='none', default='none', help_text='Whether a person decides before an issue goes out: on the desk, or by the links of a letter to operators. Rehearsals ask nobody.', max_length=4)),
                    ('approval_hours', models.PositiveSmallIntegerField(db_default=12, default=12, help_text='Counted from when the draft is verified.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(144)], verbose_name='hours to decide')),
                    ('when_undecided', models.CharField(choices=[('send', 'send it'), ('skip', 'skip this issue')], db_default='skip', default='skip', help_text='When a yes was asked for and nobody decided in time.', max_length=4)),
                    ('shared_outlets', models.BooleanField(db_default=False, default=False, help_text='Besides its own. The shared ones that Crux ships tell of AI.', verbose_name='asks the shared outlets')),
                    ('reviews_stories', models.BooleanField(db_default=False, default=False, help_text='A story that intake enriched waits for a person before an issue may tell it.', verbose_name='reviews stories')),
                    ('interests', models.ForeignKey(blank=True, help_text='What its sessions go by: profile, topics, tone and language are then taken from them whenever they change. Empty leaves all as it is here.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='newsletters', to='newsletter.storedinterests')),
                    ('shows_pictures', models.BooleanField(db_default=False, default=False, help_text="An issue's page shows the picture of each story that intake has one of, from our own address. Letters show none.", verbose_name='shows pictures')),
                ],
                options={
                    'ordering': ['slug'],
                },
            ),
            migrations.CreateModel(
                name='Issue',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField(validators=[django.core.validators.MinValueValidator(1)])),
                    ('slug', models.SlugField(max_length=140)),
                    ('session_name', models.CharField(max_length=80, unique=True)),
                    ('status', models.CharField(choices=[('preview', 'Preview'), ('published', 'Published')], default='preview', max_length=12)),
                    ('subject', models.CharField(max_length=200)),
                    ('preheader', models.CharField(blank=True, max_length=200)),
                    ('markdown', models.TextField()),
                    ('draft_sha256', models.CharField(max_length=64)),
                    ('page_html', models.TextField(blank=True)),
                    ('disclosures', models.JSONField(blank=True, default=list)),
                    ('scorecard', models.JSONField(blank=True, default=dict)),
                    ('is_sample', models.BooleanField(default=False, help_text='Made from the bundled sample; never sent to readers.')),
                    ('covers_from', models.DateField(blank=True, null=True)),
                    ('covers_until', models.DateField(blank=True, null=True)),
                    ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('published_at', models.DateTimeField(blank=True, null=True)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='issues', to='newsletter.newsletter')),
                    ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                    ('withdrawn_because', models.CharField(blank=True, db_default='', default='', max_length=300)),
                    ('contract', models.CharField(db_default='brief', default='brief', max_length=20)),
                ],
                options={
                    'ordering': ['-published_at', '-number'],
                    'constraints': [models.UniqueConstraint(fields=('newsletter', 'number'), name='issue_number_once'), models.UniqueConstraint(fields=('newsletter', 'slug'), name='issue_slug_once')],
                },
            ),
            migrations.CreateModel(
                name='Source',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('url', models.URLField(max_length=2000)),
                    ('final_url', models.URLField(max_length=2000)),
                    ('title', models.CharField(blank=True, max_length=500)),
                    ('publisher', models.CharField(blank=True, max_length=200)),
                    ('published', models.DateTimeField(blank=True, null=True)),
                    ('text', models.TextField()),
                    ('sha256', models.CharField(db_index=True, max_length=64)),
                    ('fetched_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('is_sample', models.BooleanField(default=False)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('url', 'sha256'), name='source_once_per_text')],
                },
            ),
            migrations.CreateModel(
                name='Citation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('position', models.PositiveIntegerField()),
                    ('claim', models.TextField()),
                    ('quote', models.TextField()),
                    ('url', models.URLField(max_length=2000)),
                    ('match', models.CharField(default='exact', max_length=10)),
                    ('outcome', models.CharField(blank=True, max_length=20)),
                    ('issue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='citations', to='newsletter.issue')),
                    ('source', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='citations', to='newsletter.source')),
                ],
                options={
                    'ordering': ['position'],
                    'constraints': [models.UniqueConstraint(fields=('issue', 'position'), name='citation_position_once')],
                },
            ),
            migrations.CreateModel(
                name='Thread',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(max_length=140)),
                    ('title', models.CharField(max_length=500)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='threads', to='newsletter.newsletter')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('newsletter', 'slug'), name='thread_slug_once')],
                },
            ),
            migrations.CreateModel(
                name='Coverage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('story_id', models.CharField(db_index=True, max_length=200)),
                    ('title', models.CharField(max_length=500)),
                    ('url', models.URLField(max_length=2000)),
                    ('kind', models.CharField(max_length=12)),
                    ('terms', models.JSONField(default=list)),
                    ('issue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='coverage', to='newsletter.issue')),
                    ('why', models.TextField(blank=True, db_default='', default='')),
                    ('gist', models.TextField(blank=True, db_default='', default='')),
                    ('told_on', models.DateField(blank=True, db_index=True, null=True)),
                    ('what_is_new', models.TextField(blank=True, db_default='', default='')),
                    ('thread', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='told', to='newsletter.thread')),
                    ('anchor', models.CharField(blank=True, db_default='', default='', max_length=40)),
                    ('earlier', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='newsletter.coverage')),
                    ('heading', models.TextField(blank=True, db_default='', default='')),
                    ('names', models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('issue', 'story_id'), name='coverage_story_once_per_issue')],
                },
            ),
            migrations.CreateModel(
                name='Outlet',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=120)),
                    ('how', models.CharField(choices=newsletter.models.outlets.kinds_of_outlets, max_length=20, verbose_name='kind')),
                    ('url', models.URLField(max_length=500, verbose_name='address')),
                    ('kind', models.CharField(blank=True, choices=[('launch', 'launch'), ('paper', 'paper')], help_text='Launches or papers; empty for both.', max_length=12, verbose_name='tells of')),
                    ('prior', models.FloatField(default=0.5, help_text='From 0 to 1: how often a story of it is worth telling.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)])),
                    ('terms', models.JSONField(blank=True, default=list, help_text='Take only titles with one of these words; for arXiv, categories.')),
                    ('is_active', models.BooleanField(default=True)),
                    ('newsletter', models.ForeignKey(blank=True, help_text='Whose it is; empty for every newsletter that asks shared outlets.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='outlets', to='newsletter.newsletter')),
                ],
                options={
                    'ordering': ['name'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('newsletter__isnull', False)), fields=('newsletter', 'name'), name='outlet_name_once_per_newsletter'), models.UniqueConstraint(condition=models.Q(('newsletter__isnull', True)), fields=('name',), name='outlet_name_once_among_shared')],
                },
            ),
            migrations.CreateModel(
                name='Correction',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('url', models.URLField(max_length=2000)),
                    ('reason', models.CharField(choices=[('dead', 'dead'), ('changed', 'changed'), ('withdrawn', 'withdrawn'), ('retracted', 'retracted'), ('erratum', 'erratum')], max_length=12)),
                    ('sentence', models.TextField()),
                    ('noticed_at', models.DateTimeField()),
                    ('settled_at', models.DateTimeField(blank=True, null=True)),
                    ('issue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='newsletter.issue')),
                    ('told_in', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tells', to='newsletter.issue')),
                    ('item', models.CharField(blank=True, db_default='', default='', max_length=200)),
                    ('markdown', models.TextField(blank=True, db_default='', default='')),
                    ('place', models.CharField(blank=True, db_default='', default='', max_length=80)),
                    ('said_sha256', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ],
                options={
                    'ordering': ['noticed_at', 'pk'],
                    'constraints': [models.UniqueConstraint(fields=('issue', 'url', 'reason', 'said_sha256'), name='correction_once_per_reason_and_words')],
                },
            ),
            migrations.CreateModel(
                name='IssueText',
                fields=[
                    ('issue', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='searchable', serialize=False, to='newsletter.issue')),
                    ('text', models.TextField()),
                    ('words', models.TextField()),
                ],
            ),
            migrations.CreateModel(
                name='CoverageKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sort', models.CharField(choices=[('work', 'Work'), ('name', 'Name'), ('product', 'Product')], max_length=8)),
                    ('key', models.CharField(max_length=200)),
                    ('coverage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keys', to='newsletter.coverage')),
                    ('newsletter', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='newsletter.newsletter')),
                ],
                options={
                    'indexes': [models.Index(fields=['newsletter', 'key'], name='coverage_by_key')],
                    'constraints': [models.UniqueConstraint(fields=('coverage', 'sort', 'key'), name='coverage_key_once')],
                },
            ),
            migrations.CreateModel(
                name='Lesson',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('story_id', models.CharField(max_length=200)),
                    ('origin', models.CharField(choices=[('pick', 'Pick'), ('operator', 'Operator'), ('readers', 'Readers'), ('passed', 'passed over')], max_length=10)),
                    ('title', models.CharField(max_length=500)),
                    ('text', models.TextField(blank=True)),
                    ('is_wanted', models.BooleanField()),
                    ('weight', models.FloatField(default=1.0)),
                    ('learned_on', models.DateField()),
                    ('kept_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lessons', to='newsletter.newsletter')),
                    ('is_set_aside', models.BooleanField(db_default=False, default=False)),
                ],
                options={
                    'ordering': ['learned_on', 'pk'],
                    'constraints': [models.UniqueConstraint(fields=('newsletter', 'story_id', 'origin'), name='lesson_once_per_origin')],
                },
            ),
            migrations.CreateModel(
                name='Forgetting',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('by', models.CharField(max_length=150)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forgettings', to='newsletter.newsletter')),
                ],
                options={
                    'ordering': ['at'],
                },
            ),
            migrations.CreateModel(
                name='StoryVote',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('story_id', models.CharField(max_length=200)),
                    ('wants_more', models.BooleanField()),
                    ('voter', models.CharField(max_length=64, null=True)),
                    ('cast_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('issue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='newsletter.issue')),
                    ('is_public', models.BooleanField(db_default=False, default=False)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('issue', 'story_id', 'voter'), name='vote_once_per_story')],
                },
            ),
            migrations.CreateModel(
                name='Revision',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ],
            ),
            migrations.CreateModel(
                name='StoryPicture',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sha256', models.CharField(max_length=64, unique=True)),
                    ('jpeg', models.BinaryField()),
                    ('width', models.PositiveSmallIntegerField()),
                    ('height', models.PositiveSmallIntegerField()),
                    ('url', models.URLField(max_length=2000)),
                    ('kept_at', models.DateTimeField(default=django.utils.timezone.now)),
                ],
            ),
            migrations.CreateModel(
                name='Story',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('story_id', models.CharField(max_length=200)),
                    ('kind', models.CharField(choices=[('launch', 'launch'), ('paper', 'paper')], max_length=12)),
                    ('title', models.CharField(max_length=500)),
                    ('url', models.URLField(max_length=2000)),
                    ('publisher', models.CharField(blank=True, max_length=200)),
                    ('author', models.CharField(blank=True, max_length=200)),
                    ('published', models.DateField(blank=True, null=True)),
                    ('summary', models.TextField(blank=True)),
                    ('state', models.CharField(choices=[('discovered', 'discovered'), ('enriching', 'enriching'), ('failed', 'failed'), ('enriched', 'enriched'), ('review', 'review'), ('ready', 'ready'), ('published', 'published'), ('updated', 'updated'), ('unreachable', 'unreachable'), ('duplicate', 'duplicate'), ('irrelevant', 'irrelevant'), ('rejected', 'rejected'), ('dead_letter', 'dead letter')], default=newsletter.research.lifecycle.State['DISCOVERED'], max_length=12)),
                    ('state_since', models.DateTimeField(default=django.utils.timezone.now)),
                    ('moved_by', models.CharField(max_length=150)),
                    ('moved_because', models.CharField(blank=True, max_length=300)),
                    ('retry_after', models.DateTimeField(blank=True, null=True)),
                    ('found_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('newsletter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stories', to='newsletter.newsletter')),
                    ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='stories', to='newsletter.source')),
                    ('quotes', models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list)),
                    ('score', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('tags', models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list)),
                    ('wake_at', models.DateTimeField(blank=True, default=django.utils.timezone.now, null=True)),
                    ('picture', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='stories', to='newsletter.storypicture')),
                    ('must_have', models.BooleanField(db_default=False, default=False)),
                ],
                options={
                    'verbose_name_plural': 'stories',
                    'ordering': ['-found_at', '-id'],
                    'indexes': [models.Index(fields=['newsletter', 'state', 'state_since'], name='story_by_state'), models.Index(condition=models.Q(('retry_after__isnull', False)), fields=['retry_after'], name='story_retry_queue'), models.Index(condition=models.Q(('wake_at__isnull', False)), fields=['wake_at'], name='story_to_enrich')],
                },
            ),
            migrations.CreateModel(
                name='StoryKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(max_length=200)),
                    ('newsletter', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='newsletter.newsletter')),
                    ('story', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keys', to='newsletter.story')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('newsletter', 'key'), name='story_once_per_key')],
                },
            ),
            migrations.CreateModel(
                name='StoryMove',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('before', models.CharField(blank=True, max_length=12)),
                    ('after', models.CharField(max_length=12)),
                    ('moved_at', models.DateTimeField()),
                    ('by', models.CharField(max_length=150)),
                    ('because', models.CharField(blank=True, max_length=300)),
                    ('story', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='moves', to='newsletter.story')),
                ],
                options={
                    'ordering': ['id'],
                },
            ),
            migrations.CreateModel(
                name='StoryTelling',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('outlet', models.CharField(max_length=120)),
                    ('publisher', models.CharField(blank=True, max_length=200)),
                    ('url', models.URLField(max_length=2000)),
                    ('title', models.CharField(max_length=500)),
                    ('signals', models.JSONField(blank=True, default=dict)),
                    ('prior', models.FloatField(default=0.5)),
                    ('seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('story', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tellings', to='newsletter.story')),
                ],
                options={
                    'ordering': ['seen_at', 'id'],
                    'constraints': [models.UniqueConstraint(fields=('story', 'outlet'), name='telling_once_per_outlet')],
                },
            ),
            migrations.CreateModel(
                name='OutletHealth',
                fields=[
                    ('outlet', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='health', serialize=False, to='newsletter.outlet')),
                    ('asked_at', models.DateTimeField()),
                    ('answered_at', models.DateTimeField(null=True)),
                    ('fault', models.CharField(blank=True, max_length=500)),
                    ('failures', models.PositiveIntegerField(default=0)),
                    ('failing_since', models.DateTimeField(null=True)),
                    ('newest_story', models.DateField(null=True)),
                    ('next_at', models.DateTimeField(db_index=True, null=True)),
                    ('every_minutes', models.PositiveIntegerField(default=60)),
                    ('taken_in_at', models.DateTimeField(null=True)),
                    ('stories', models.PositiveIntegerField(default=0)),
                    ('last_new_at', models.DateTimeField(null=True)),
                ],
            ),
            migrations.CreateModel(
                name='StoryStep',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('step', models.CharField(choices=[('score', 'score'), ('text', 'text'), ('summary', 'summary'), ('tags', 'tags'), ('picture', 'picture')], max_length=12)),
                    ('attempt', models.PositiveSmallIntegerField()),
                    ('key', models.CharField(max_length=60, unique=True)),
                    ('outcome', models.CharField(choices=[('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('lost', 'lost')], default=newsletter.research.enrichment.Outcome['RUNNING'], max_length=8)),
                    ('result', models.JSONField(blank=True, null=True)),
                    ('ends', models.CharField(blank=True, choices=[('discovered', 'discovered'), ('enriching', 'enriching'), ('failed', 'failed'), ('enriched', 'enriched'), ('review', 'review'), ('ready', 'ready'), ('published', 'published'), ('updated', 'updated'), ('unreachable', 'unreachable'), ('duplicate', 'duplicate'), ('irrelevant', 'irrelevant'), ('rejected', 'rejected'), ('dead_letter', 'dead_letter')], max_length=12)),
                    ('error', models.CharField(blank=True, max_length=500)),
                    ('is_final', models.BooleanField(default=False)),
                    ('retry_at', models.DateTimeField(blank=True, null=True)),
                    ('worker', models.CharField(max_length=120)),
                    ('started_at', models.DateTimeField(default=django.utils.timezone.now)),
                    ('seconds', models.FloatField(blank=True, null=True)),
                    ('ended_at', models.DateTimeField(blank=True, db_index=True, null=True)),
                    ('lease_until', models.DateTimeField()),
                    ('is_set_aside', models.BooleanField(default=False)),
                    ('story', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='newsletter.story')),
                ],
                options={
                    'ordering': ['id'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('outcome', 'running')), fields=('story', 'step'), name='story_step_one_running'), models.UniqueConstraint(condition=models.Q(('is_set_aside', False), ('outcome', 'done')), fields=('story', 'step'), name='story_step_one_result')],
                },
            ),
            migrations.CreateModel(
                name='StoryStepPolicy',
                fields=[
                    ('step', models.CharField(choices=[('score', 'score'), ('text', 'text'), ('summary', 'summary'), ('tags', 'tags'), ('picture', 'picture')], max_length=12, primary_key=True, serialize=False)),
                    ('attempts', models.PositiveSmallIntegerField(default=3, help_text='Failures until it is given up.')),
                    ('first_wait_seconds', models.PositiveIntegerField(default=60, help_text='Before the second attempt.')),
                    ('multiplier', models.FloatField(default=2.0, help_text='By how much each further wait is longer.')),
                    ('losses', models.PositiveSmallIntegerField(default=10, help_text='Dead workers until it is given up.')),
                ],
                options={
                    'verbose_name_plural': 'story step policies',
                    'ordering': ['step'],
                },
            ),
        ),
        migrations.RunPython(make_index, remove_index, elidable=False),
        migrations.RunPython(store, migrations.RunPython.noop, elidable=False),
    ]
