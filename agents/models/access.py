"""Keys to the doors (API, MCP), and the answers kept for requests that are repeated."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class ApiKey(models.Model):
    """A key with scopes, worth no more than its owner. Its secret is stored as a hash."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys"
    )
    name = models.CharField(max_length=80, help_text="What it is for.")
    # The part that may be shown: by it the owner finds which key is which.
    prefix = models.CharField(max_length=12, unique=True, editable=False)
    hashed = models.CharField(max_length=64, editable=False)
    scopes = models.JSONField(default=list, blank=True)
    requests_per_hour = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Of its own; empty: it shares its owner's API_REQUESTS_PER_HOUR.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(
        null=True, blank=True, help_text="Worth nothing after this; empty: never."
    )
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = "API key"
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.name} (crux_{self.prefix}_…)"


class KeptAnswer(models.Model):
    """What a POST with an Idempotency-Key was answered, or that it is under way."""

    key = models.ForeignKey(ApiKey, on_delete=models.CASCADE, related_name="+")
    # SHA-256 of the header's value.
    idempotency = models.CharField(max_length=64)
    # SHA-256 of method, path and body.
    request = models.CharField(max_length=64)
    # Until when who began it may be at work; another may take it up after that.
    lease_until = models.DateTimeField()
    # None while it is under way.
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    content_type = models.CharField(max_length=80, blank=True)
    location = models.CharField(max_length=300, blank=True)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key", "idempotency"], name="answer_once_per_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.status or 'under way'}"
