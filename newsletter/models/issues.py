"""What is published: issues, and the evidence each of them rests on."""

from datetime import date
from functools import cached_property
from typing import Self

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from newsletter.drafts.contract import BRIEF, contract_of
from newsletter.drafts.draft import Block, Draft
from newsletter.drafts.html import html_of
from newsletter.drafts.parsing import blocks_of, parse
from newsletter.models.newsletters import Newsletter
from newsletter.standards.furniture import furniture_of
from newsletter.standards.outcomes import Reason
from newsletter.standards.typography import requoted


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
    # The shape that its draft was made in, by name: `newsletter.drafts.contract`.
    contract = models.CharField(
        max_length=20, default=BRIEF.name, db_default=BRIEF.name
    )
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
        is_out = self.status == self.Status.PUBLISHED
        told = f" {self.number}" if is_out else ", preview"
        return f"{self.newsletter.title}{told}: {self.subject}"

    @property
    def number_told(self) -> int:
        """Its number as readers see it; of a preview, the one that comes next."""
        if self.status == self.Status.PUBLISHED or self._state.adding:
            return self.number
        out = self.newsletter.issues.filter(status=self.Status.PUBLISHED)
        return (out.aggregate(last=models.Max("number"))["last"] or 0) + 1

    @cached_property
    def draft(self) -> Draft:
        """The draft taken apart, once for each time that the row is read."""
        return parse(self.markdown, contract_of(self.contract))

    @property
    def day(self) -> date:
        """The day that the issue bears."""
        return self.covers_until or (self.published_at or self.created_at).date()

    @property
    def day_told(self) -> str:
        """That day in words, in the newsletter's language: `7. August 2026`."""
        return furniture_of(self.newsletter.language).whole_day(self.day)


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
    """What became of an issue's evidence after it was published, told to its readers.

    An erratum is one that an operator wrote: of no address, and settled by no look at
    the web (`newsletter.issues.errata`).
    """

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

    # Of an erratum: the anchor and the title of its item, if it is about one, how it was
    # written, and the hash of both.
    place = models.CharField(max_length=80, blank=True, default="", db_default="")
    item = models.CharField(max_length=200, blank=True, default="", db_default="")
    markdown = models.TextField(blank=True, default="", db_default="")
    said_sha256 = models.CharField(max_length=64, blank=True, default="", db_default="")

    objects = CorrectionQuerySet.as_manager()

    class Meta:
        ordering = ["noticed_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["issue", "url", "reason", "said_sha256"],
                name="correction_once_per_reason_and_words",
            )
        ]

    def __str__(self) -> str:
        return self.sentence

    @property
    def label(self) -> str:
        """What stands before it: `Correction, 8 August 2025:`."""
        return self._label(self._day)

    @property
    def label_html(self) -> SafeString:
        """The same for a page."""
        day = format_html(
            '<time datetime="{}">{}</time>', f"{self.noticed_at:%Y-%m-%d}", self._day
        )
        return SafeString(self._label(day))

    @property
    def _day(self) -> str:
        return date_format(self.noticed_at, gettext("j F Y"))

    def _label(self, day: str) -> str:
        return gettext("Correction, %(date)s:") % {"date": day}

    @property
    def html(self) -> SafeString:
        """The sentence for a page; an erratum's with its markup, less its item's name.

        What it quotes has the marks of the language that is spoken.
        """
        told: str = escape(self.sentence)
        if self.markdown:
            [block] = blocks_of(self.markdown)
            told = html_of(Block(self.markdown, block.tokens[1:2]))  # sanitised there
        return SafeString(requoted(told, get_language() or ""))


class Revision(models.Model):
    """That something which public pages show was changed: see `pages.revisions`."""

    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return str(self.pk)
