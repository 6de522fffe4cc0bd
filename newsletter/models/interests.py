"""Interests as they are kept: several on one installation, each under a name."""

from django.db import models

from newsletter.interests import reading
from newsletter.interests.schema import Interests


class StoredInterests(models.Model):
    """What one reader or newsletter wants: the YAML as it was given, and what it says.

    `values` repeats what the text says, so that a text which a later version reads
    otherwise goes on meaning the same. `sha256` is of the values alone: who changes a
    comment has changed nothing.
    """

    name = models.SlugField(
        unique=True, help_text="How commands and newsletters call them."
    )
    text = models.TextField(
        max_length=reading.MOST_BYTES,
        help_text="YAML; docs/interests.md tells of each key, and each fault is told with its "
        "line.",
    )
    values = models.JSONField(default=dict, editable=False)
    sha256 = models.CharField(max_length=64, editable=False)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name"]
        verbose_name = verbose_name_plural = "interests"

    def __str__(self) -> str:
        return self.name

    @property
    def said(self) -> Interests:
        """What they say."""
        return Interests.model_validate(self.values)

    def say(self, text: str, interests: Interests) -> None:
        """Hold this text, and what it says; save it yourself."""
        self.text = text
        self.values = interests.model_dump(mode="json")
        self.sha256 = interests.sha256
