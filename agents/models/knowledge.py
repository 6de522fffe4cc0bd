"""Knowledge: documents and voice examples, with each version that they had."""

from django.db import models
from django.utils import timezone

from newsletter.models import Newsletter


class Document(models.Model):
    """Something an operator wants agents to know, or to sound like."""

    class Kind(models.TextChoices):
        DOCUMENT = "document", "document"  # what agents may know
        VOICE = "voice", "voice example"  # how a text of ours sounds

    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.DOCUMENT)
    newsletter = models.ForeignKey(
        Newsletter,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="documents",
        help_text="Empty: for all newsletters.",
    )
    title = models.CharField(max_length=200)
    # For a voice example: the platform it was written for; empty for any.
    platform = models.CharField(max_length=20, blank=True)
    text = models.TextField()
    # Where it was imported from, by a name that stays when it is moved or renamed.
    origin = models.CharField(max_length=300, blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)
    is_active = models.BooleanField(
        default=True, help_text="What is not active is shown to no agent."
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["title", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["origin"],
                condition=~models.Q(origin=""),
                name="document_once_per_origin",
            )
        ]

    def __str__(self) -> str:
        return self.title


class DocumentText(models.Model):
    """A document as search finds it; the index is the database's own."""

    document = models.OneToOneField(
        Document, on_delete=models.CASCADE, primary_key=True, related_name="searchable"
    )
    words = models.TextField()  # as `newsletter.text.searching` folds them

    def __str__(self) -> str:
        return self.words[:80]


class DocumentVersion(models.Model):
    """A document as it was: versions are only ever added."""

    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="versions"
    )
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=200)
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)
    # Who made it: an operator's name, or the import.
    by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["document_id", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "number"], name="document_version_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.number}"
