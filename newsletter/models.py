"""What is published: newsletters, their issues, and the evidence each issue rests on."""

from collections.abc import Collection
from datetime import date, time
from functools import cached_property
from typing import Any, Self
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.validators import (
    MaxValueValidator,
    MinValueValidator,
    validate_email,
)
from django.db import models
from django.utils import timezone

from newsletter.drafts.draft import Draft
from newsletter.drafts.parsing import parse
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.story import Kind
from newsletter.standards import rubric
from newsletter.standards.outcomes import Reason
from newsletter.standards.rubric import BadRubric, Rubric
from newsletter.standards.tone import MOST_CHARACTERS, default_tone
from newsletter.text.language import KNOWN, direction_of, is_known


class BadTimezone(ValueError):
    """A newsletter's timezone is none; the message names it."""


class Newsletter(models.Model):
    """One publication: for whom, about what, in which tone, how much and when."""

    class Weekday(models.IntegerChoices):
        MONDAY = 0
        TUESDAY = 1
        WEDNESDAY = 2
        THURSDAY = 3
        FRIDAY = 4
        SATURDAY = 5
        SUNDAY = 6

    class WhenLinksFail(models.TextChoices):
        ABORT = "abort", "skip this issue"
        # What is left says that it is shorter.
        TRIM = "trim", "leave out what failed"

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=120)
    tagline = models.CharField(max_length=200, blank=True)
    profile = models.TextField(
        help_text="What its readers want, in concrete words; stories are ranked by it."
    )
    topics = models.JSONField(
        default=list,
        blank=True,
        help_text="Stories are ranked by them as by the profile; readers may ask for "
        "less of one.",
    )
    tone = models.TextField(
        max_length=MOST_CHARACTERS,
        default=default_tone,
        help_text="How it sounds: a paragraph, and a few sentences that sound so. "
        "Models that write and criticise are given it word for word, for its manner "
        "alone; none of it goes into an issue. The local brain quotes, and has no "
        "tone of its own.",
    )
    rubric = models.JSONField(
        default=dict,
        blank=True,
        help_text="Quotas, floors and word limits that differ from the defaults.",
    )
    when_links_fail = models.CharField(
        max_length=8,
        choices=WhenLinksFail.choices,
        default=WhenLinksFail.ABORT,
        help_text="When a draft failed verification as often as it may.",
    )
    workflow = models.SlugField(default="brief")
    language = models.CharField(
        max_length=12,
        default="en",
        help_text="Research takes stories in it besides English ones. What models "
        "write in, and what pages and letters declare; the local brain writes "
        "English around quotes in each story's own language.",
    )

    is_active = models.BooleanField(default=True)
    weekday = models.SmallIntegerField(
        choices=Weekday.choices, default=Weekday.THURSDAY
    )
    send_at = models.TimeField(default=time(9, 0))
    timezone = models.CharField(max_length=60, default="UTC")

    sender_name = models.CharField(max_length=120, blank=True)
    sender_address = models.CharField(max_length=254, blank=True)
    subscriber_cap = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Readers at most; empty takes SUBSCRIBER_CAP, 0 lifts it.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        """Refuse what would stop a session later, each fault beside its field."""
        faults: dict[str, str] = {}
        try:
            self.rules  # noqa: B018  it raises
        except BadRubric as error:
            faults["rubric"] = str(error)
        if fault := _no_words("topics", self.topics):
            faults["topics"] = fault
        if not is_known(self.language):
            faults["language"] = (
                f"No language {self.language!r}; research can tell {', '.join(KNOWN)}; "
                "with a country or a script if need be, such as pt-BR."
            )
        try:
            self.zone  # noqa: B018  it raises
        except BadTimezone as error:
            faults["timezone"] = str(error)
        try:
            validate_email(self.sender_address or "a@b.example")
        except ValidationError:
            faults["sender_address"] = (
                f"{self.sender_address!r} is no address; give one such as news@your.domain."
            )
        if faults:
            raise ValidationError(faults)

    @property
    def direction(self) -> str:
        """Which way its language is written: ltr or rtl."""
        return direction_of(self.language)

    @property
    def rules(self) -> Rubric:
        """The rubric, defaults filled in; raises BadRubric."""
        return rubric.read(self.rubric)

    @property
    def zone(self) -> ZoneInfo:
        """The timezone its timetable goes by; raises BadTimezone."""
        try:
            return ZoneInfo(self.timezone)
        except (LookupError, ValueError, OSError):  # as the name is, so is the error
            raise BadTimezone(
                f"No timezone {self.timezone!r}; give a place such as Europe/Berlin, "
                "or UTC."
            ) from None


def _no_words(name: str, value: Any) -> str:
    """What is wrong with a stored list of words; empty if nothing is."""
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return ""
    return f'{name} is {value!r}, not a list of words such as ["agents", "parsers"].'


def kinds_of_outlets() -> list[tuple[str, str]]:
    """Every kind by its name, for the desk's list."""
    # What asks the web is heavy, and an idle worker has no use for it.
    from newsletter.research.outlets.registry import KINDS  # noqa: PLC0415

    return [(kind.name, kind.label) for kind in KINDS.values()]


class Outlet(models.Model):
    """A place that research asks for stories: a feed, a list, a query.

    The table that Crux ships (`newsletter/research/outlets/table.py`) fills this one in;
    what an operator changes stays changed.
    """

    name = models.CharField(max_length=120, unique=True)
    how = models.CharField("kind", max_length=20, choices=kinds_of_outlets)
    url = models.URLField("address", max_length=500)
    kind = models.CharField(
        "tells of",
        max_length=12,
        blank=True,
        choices=[(kind.value, kind.value) for kind in Kind],
        help_text="Launches or papers; empty for both.",
    )
    prior = models.FloatField(
        default=0.5,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text="From 0 to 1: how often a story of it is worth telling.",
    )
    terms = models.JSONField(
        default=list,
        blank=True,
        help_text="Take only titles with one of these words; for arXiv, categories.",
    )
    is_active = models.BooleanField(default=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Refuse, beside its field, what a search could not ask or would misread."""
        from newsletter.research.outlets.registry import (  # noqa: PLC0415  as above
            KINDS,
            fault_of,
        )

        errors: dict[str, list[ValidationError]] = {}
        try:
            super().clean_fields(exclude)
        except ValidationError as error:
            errors = error.update_error_dict(errors)
        faults = {"terms": _no_words("terms", self.terms)}
        if self.how in KINDS and "url" not in errors:
            faults["url"] = fault_of(self.how, self.url)
        for field, fault in faults.items():
            if fault and field not in (exclude or ()):
                errors.setdefault(field, []).append(ValidationError(fault))
        if errors:
            raise ValidationError(errors)

    @property
    def spec(self) -> OutletSpec:
        """What a search is told of it."""
        return OutletSpec(
            name=self.name,
            how=self.how,
            url=self.url,
            kind=Kind(self.kind) if self.kind else None,
            prior=self.prior,
            terms=tuple(self.terms),
        )


class Source(models.Model):
    """A document as it was read: address, time, hash and text. Never changed."""

    url = models.URLField(max_length=2000)
    final_url = models.URLField(max_length=2000)
    title = models.CharField(max_length=500, blank=True)
    publisher = models.CharField(max_length=200, blank=True)
    published = models.DateTimeField(null=True, blank=True)
    text = models.TextField()
    sha256 = models.CharField(max_length=64, db_index=True)
    fetched_at = models.DateTimeField(default=timezone.now)
    is_sample = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["url", "sha256"], name="source_once_per_text"
            )
        ]

    def __str__(self) -> str:
        return self.title or self.url


class IssueQuerySet(models.QuerySet["Issue"]):
    def shown(self) -> Self:
        """Those that readers may read: published, and not taken down."""
        return self.filter(status=Issue.Status.PUBLISHED, withdrawn_at=None)


class Issue(models.Model):
    """One edition of a newsletter, with the exact draft that was approved."""

    class Status(models.TextChoices):
        PREVIEW = "preview"  # composed, on no public page
        PUBLISHED = "published"  # on its page, in the feeds and in letters

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.PROTECT, related_name="issues"
    )
    number = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    slug = models.SlugField(max_length=140)
    # The session that made it, by name: this floor does not know sessions.
    session_name = models.CharField(max_length=80, unique=True)
    status = models.CharField(
        max_length=12, choices=Status.choices, default=Status.PREVIEW
    )
    subject = models.CharField(max_length=200)
    preheader = models.CharField(max_length=200, blank=True)
    markdown = models.TextField()
    draft_sha256 = models.CharField(max_length=64)
    page_html = models.TextField(blank=True)
    # One plain sentence per brain that took part and has something to disclose.
    disclosures = models.JSONField(default=list, blank=True)
    scorecard = models.JSONField(default=dict, blank=True)
    is_sample = models.BooleanField(
        default=False, help_text="Made from the bundled sample; never sent to readers."
    )
    covers_from = models.DateField(null=True, blank=True)
    covers_until = models.DateField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True, blank=True)
    # Taken down: its page says why, and nothing of it is shown or sent any more.
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_because = models.CharField(
        max_length=300, blank=True, default="", db_default=""
    )

    objects = IssueQuerySet.as_manager()

    class Meta:
        ordering = ["-published_at", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "number"], name="issue_number_once"
            ),
            models.UniqueConstraint(
                fields=["newsletter", "slug"], name="issue_slug_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.newsletter.title} {self.number}: {self.subject}"

    @cached_property
    def draft(self) -> Draft:
        """The draft taken apart, once for each time that the row is read."""
        return parse(self.markdown)

    @property
    def day(self) -> date:
        """The day that the issue bears."""
        return self.covers_until or (self.published_at or self.created_at).date()


class IssueText(models.Model):
    """An issue as search finds it; its index is the database's own (`issues.search`)."""

    issue = models.OneToOneField(
        Issue, on_delete=models.CASCADE, primary_key=True, related_name="searchable"
    )
    text = models.TextField()
    words = models.TextField()  # as `text.searching` folds them

    def __str__(self) -> str:
        return self.text[:80]


class Citation(models.Model):
    """A claim of an issue, the exact quote that bears it, and the source it is in."""

    issue = models.ForeignKey(Issue, on_delete=models.CASCADE, related_name="citations")
    position = models.PositiveIntegerField()
    claim = models.TextField()
    quote = models.TextField()
    url = models.URLField(max_length=2000)
    source = models.ForeignKey(
        Source, on_delete=models.PROTECT, null=True, related_name="citations"
    )
    # How the quote was found in the source's text: exact, fuzzy, or not at all.
    match = models.CharField(max_length=10, default="exact")
    outcome = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "position"], name="citation_position_once"
            )
        ]

    def __str__(self) -> str:
        return self.claim[:80]


class CorrectionQuerySet(models.QuerySet["Correction"]):
    def standing(self) -> Self:
        """Those that have not been settled: what they say is so."""
        return self.filter(settled_at=None)


class Correction(models.Model):
    """What became of an issue's evidence after it was published, told to its readers."""

    issue = models.ForeignKey(
        Issue, on_delete=models.CASCADE, related_name="corrections"
    )
    url = models.URLField(max_length=2000)
    reason = models.CharField(
        max_length=12, choices=[(reason.value, reason.value) for reason in Reason]
    )
    # One plain sentence for readers.
    sentence = models.TextField()
    noticed_at = models.DateTimeField()
    # When it was seen that all is as it had been.
    settled_at = models.DateTimeField(null=True, blank=True)
    # The later issue that told it.
    told_in = models.ForeignKey(
        Issue, on_delete=models.SET_NULL, null=True, blank=True, related_name="tells"
    )

    objects = CorrectionQuerySet.as_manager()

    class Meta:
        ordering = ["noticed_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "url", "reason"], name="correction_once_per_reason"
            )
        ]

    def __str__(self) -> str:
        return self.sentence


class Thread(models.Model):
    """One story through the issues: what was told first, then what was new."""

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="threads"
    )
    slug = models.SlugField(max_length=140)
    title = models.CharField(max_length=500)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "slug"], name="thread_slug_once"
            )
        ]

    def __str__(self) -> str:
        return self.title


class CoverageQuerySet(models.QuerySet["Coverage"]):
    def of(self, newsletter: Newsletter, *, before: date | None = None) -> Self:
        """What its published issues told; `before` leaves out that day and later ones."""
        told = self.filter(
            issue__newsletter=newsletter, issue__status=Issue.Status.PUBLISHED
        )
        return told.filter(told_on__lt=before) if before else told


class Coverage(models.Model):
    """A story that an issue told: the memory that keeps it from running twice."""

    issue = models.ForeignKey(Issue, on_delete=models.CASCADE, related_name="coverage")
    story_id = models.CharField(max_length=200, db_index=True)
    title = models.CharField(max_length=500)
    url = models.URLField(max_length=2000)
    kind = models.CharField(max_length=12)
    terms = models.JSONField(default=list)
    # What decided it, as the evaluator said; the page of evidence shows it.
    why = models.TextField(blank=True, default="", db_default="")
    # The beginning of its text.
    gist = models.TextField(blank=True, default="", db_default="")
    # The day that its issue bears.
    told_on = models.DateField(null=True, blank=True, db_index=True)
    # Of a story that was told before: what the issue told as new.
    what_is_new = models.TextField(blank=True, default="", db_default="")
    thread = models.ForeignKey(
        Thread, on_delete=models.SET_NULL, null=True, blank=True, related_name="told"
    )

    objects = CoverageQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "story_id"], name="coverage_story_once_per_issue"
            )
        ]

    def __str__(self) -> str:
        return self.title


class CoverageKey(models.Model):
    """One name under which a told story is found again, however long ago that was."""

    class Sort(models.TextChoices):
        WORK = "work"  # an address or an id, of any of its tellings
        NAME = "name"  # a product in its version, or two named things
        PRODUCT = "product"  # a product in any version

    # The index on newsletter and key serves it too.
    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, db_index=False, related_name="+"
    )
    coverage = models.ForeignKey(
        Coverage, on_delete=models.CASCADE, related_name="keys"
    )
    sort = models.CharField(max_length=8, choices=Sort.choices)
    key = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["coverage", "sort", "key"], name="coverage_key_once"
            )
        ]
        indexes = [models.Index(fields=["newsletter", "key"], name="coverage_by_key")]

    def __str__(self) -> str:
        return self.key


def active_outlets() -> "tuple[OutletSpec, ...]":
    """Every active outlet; the shipped table where none was ever stored."""
    outlets = list(Outlet.objects.all())
    if not outlets:
        return OUTLETS
    return tuple(outlet.spec for outlet in outlets if outlet.is_active)


class Lesson(models.Model):
    """A story that was wanted, or not: what this newsletter learns to choose by."""

    class Origin(models.TextChoices):
        PICK = "pick"  # an issue told it
        OPERATOR = "operator"  # who runs the newsletter marked it
        READERS = "readers"  # readers asked for more or less, in sum
        PASSED = "passed", "passed over"  # it was found, and no issue told it

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="lessons"
    )
    story_id = models.CharField(max_length=200)
    origin = models.CharField(max_length=10, choices=Origin)
    title = models.CharField(max_length=500)
    text = models.TextField(blank=True)
    is_wanted = models.BooleanField()
    weight = models.FloatField(default=1.0)
    learned_on = models.DateField()
    kept_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["learned_on", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "story_id", "origin"],
                name="lesson_once_per_origin",
            )
        ]

    def __str__(self) -> str:
        return self.title


class Forgetting(models.Model):
    """A newsletter began anew: what it had learned until then counts no more."""

    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.CASCADE, related_name="forgettings"
    )
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=150)

    class Meta:
        ordering = ["at"]

    def __str__(self) -> str:
        return f"{self.newsletter} forgot at {self.at:%Y-%m-%d %H:%M}, by {self.by}"


class StoryVote(models.Model):
    """More or less of a story: nobody can tell from it who asked.

    `voter` is an HMAC of who asked and of this very story, so that one counts once;
    it is not the same for any other story, and goes when voting ends.
    """

    issue = models.ForeignKey(Issue, on_delete=models.CASCADE, related_name="votes")
    story_id = models.CharField(max_length=200)
    wants_more = models.BooleanField()
    voter = models.CharField(max_length=64, null=True)  # noqa: DJ001  many may be gone
    cast_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "story_id", "voter"], name="vote_once_per_story"
            )
        ]

    def __str__(self) -> str:
        return f"{'more' if self.wants_more else 'less'} of {self.story_id}"
