"""A newsletter: for whom it is, about what, in which tone, how much and when."""

from datetime import time
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.validators import (
    MaxValueValidator,
    MinValueValidator,
    validate_email,
)
from django.db import models

from newsletter.interests.editorial import Editorial, by_interests
from newsletter.interests.schema import Interests
from newsletter.models.interests import StoredInterests
from newsletter.standards import accent, rubric
from newsletter.standards.rubric import BadRubric, Rubric
from newsletter.standards.tone import MOST_CHARACTERS, default_tone
from newsletter.text.language import KNOWN, direction_of, is_known

# Six days: a week later the next issue is due.
MOST_HOURS = 144


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

    class Approval(models.TextChoices):
        NONE = "none", "nobody is asked"
        VETO = "veto", "goes out unless somebody stops it"
        YES = "yes", "goes out if somebody says yes"

    class WhenUndecided(models.TextChoices):
        SEND = "send", "send it"
        SKIP = "skip", "skip this issue"

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
    shared_outlets = models.BooleanField(
        "asks the shared outlets",
        default=False,
        db_default=False,
        help_text="Besides its own. The shared ones that Crux ships tell of AI.",
    )
    when_links_fail = models.CharField(
        max_length=8,
        choices=WhenLinksFail.choices,
        default=WhenLinksFail.ABORT,
        help_text="When a draft failed verification as often as it may.",
    )
    approval = models.CharField(
        max_length=4,
        choices=Approval.choices,
        default=Approval.NONE,
        db_default=Approval.NONE,
        help_text="Whether a person decides before an issue goes out: on the desk, or by "
        "the links of a letter to operators. Rehearsals ask nobody.",
    )
    approval_hours = models.PositiveSmallIntegerField(
        "hours to decide",
        default=12,
        db_default=12,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_HOURS)],
        help_text="Counted from when the draft is verified.",
    )
    when_undecided = models.CharField(
        max_length=4,
        choices=WhenUndecided.choices,
        default=WhenUndecided.SKIP,
        db_default=WhenUndecided.SKIP,
        help_text="When a yes was asked for and nobody decided in time.",
    )
    reviews_stories = models.BooleanField(
        "reviews stories",
        default=False,
        db_default=False,
        help_text="A story that intake enriched waits for a person before an issue may "
        "tell it.",
    )
    shows_pictures = models.BooleanField(
        "shows pictures",
        default=False,
        db_default=False,
        help_text="An issue's page shows the picture of each story that intake has one "
        "of, from our own address. Letters show none.",
    )
    accent = models.CharField(
        max_length=7,
        blank=True,
        default="",
        db_default="",
        help_text="The colour of links and headings on its pages and in its letters, such "
        "as #0b5d8f; by night a lighter tone of it. Empty is that of Crux.",
    )
    shows_sessions = models.BooleanField(
        "shows its sessions",
        default=True,
        db_default=True,
        help_text="Whether the menu of its pages leads to its sessions: each run with its "
        "steps, time and cost. Their pages stay.",
    )
    workflow = models.SlugField(default="brief")
    language = models.CharField(
        max_length=12,
        default="en",
        help_text="Models write in it, and the local brain what an issue says of itself; "
        "pages and letters speak it, with dates and the words of consent, or English where "
        "Crux has no translation. Research takes stories in it besides English ones.",
    )

    interests = models.ForeignKey(
        StoredInterests,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="newsletters",
        help_text="What its sessions go by: profile, topics, tone and language are then "
        "taken from them whenever they change. Empty leaves all as it is here.",
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
        if fault := no_words("topics", self.topics):
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
        self.accent = self.accent.strip().lower()
        if self.accent and (fault := accent.fault_of(self.accent)):
            faults["accent"] = fault
        if faults:
            raise ValidationError(faults)
        self.go_by_interests()

    @property
    def direction(self) -> str:
        """Which way its language is written: ltr or rtl."""
        return direction_of(self.language)

    @property
    def accent_by_night(self) -> str:
        """The tone of its accent on a dark ground; "" where it has none of its own."""
        return accent.by_night(self.accent) if self.accent else ""

    @property
    def if_undecided(self) -> str:
        """What becomes of a draft nobody decided on: a veto that nobody speaks is none."""
        is_veto = self.approval == self.Approval.VETO
        return self.WhenUndecided.SEND if is_veto else self.when_undecided

    @property
    def rules(self) -> Rubric:
        """The rubric, defaults filled in; raises BadRubric."""
        return rubric.read(self.rubric)

    @property
    def editorial(self) -> Editorial:
        """The line that its own fields draw; raises BadRubric."""
        return Editorial(
            profile=self.profile,
            topics=tuple(self.topics),
            tone=self.tone,
            language=self.language,
            rules=self.rules,
        )

    def editorial_by(self, interests: Interests | None) -> Editorial:
        """The line of a session that goes by interests, or by its own fields alone."""
        own = self.editorial
        return by_interests(interests, own) if interests else own

    def go_by_interests(self) -> None:
        """Take from its interests what pages and intake read here; save it yourself."""
        if self.interests:
            line = self.editorial_by(self.interests.said)
            self.profile, self.topics = line.profile, list(line.topics)
            self.tone, self.language = line.tone, line.language

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


def no_words(name: str, value: Any) -> str:
    """What is wrong with a stored list of words; empty if nothing is."""
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return ""
    return f'{name} is {value!r}, not a list of words such as ["agents", "parsers"].'
