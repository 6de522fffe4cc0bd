"""What comes in by webhook, mail and chat: who may, and each message, taken once."""

import secrets
import uuid

from django.db import models
from django.utils import timezone

from agents.models.calls import Conversation, Execution
from agents.models.sessions import Session
from newsletter.models import Newsletter


def new_place() -> str:
    """What nobody guesses: a webhook's part of its address."""
    return secrets.token_hex(12)


class IncomingWebhook(models.Model):
    """An address of ours that takes signed messages, and what is done with them."""

    class Form(models.TextChoices):
        """Whose way of signing."""

        STANDARD = "standard", "Standard Webhooks"
        TALLY = "tally", "Tally"
        GITHUB = "github", "GitHub"
        SLACK = "slack", "Slack, or what signs like it"

    class Does(models.TextChoices):
        FORM = "form", "sum it up as a form, for the operator"
        SESSION = "session", "begin a session"
        REQUEST = "request", "answer it as a request in words (a slash command)"

    name = models.CharField(max_length=80, help_text="Who calls it, or what for.")
    place = models.CharField(
        max_length=40, unique=True, default=new_place, editable=False
    )
    form = models.CharField(
        "signed by the way of",
        max_length=10,
        choices=Form.choices,
        default=Form.STANDARD,
    )
    does = models.CharField(
        "what is done", max_length=10, choices=Does.choices, default=Does.FORM
    )
    newsletter = models.ForeignKey(
        Newsletter,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text="Which one it is about; needed to begin sessions.",
    )
    is_dry_run = models.BooleanField(
        "dry run",
        default=True,
        help_text="Sessions that it begins publish and send nothing.",
    )
    is_on = models.BooleanField("on", default=True)
    # What `sealing` made of the secret.
    sealed = models.TextField(editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class AllowedSender(models.Model):
    """Whose mail is answered, once their server's word for them holds."""

    address = models.EmailField(unique=True)
    newsletter = models.ForeignKey(
        Newsletter,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text="Which one their questions are about; empty: the only one.",
    )
    is_on = models.BooleanField("on", default=True)

    class Meta:
        ordering = ["address"]

    def __str__(self) -> str:
        return self.address


class Arrival(models.Model):
    """One message that came in, by whichever door: taken once."""

    class Status(models.TextChoices):
        PASSED_ON = "passed_on"  # an execution or a session has it
        WAITING = "waiting"  # to be answered at next_at
        OWED = "owed"  # its answer is written, and goes out at next_at
        ANSWERED = "answered"
        FAILED = "failed"  # `said` why

    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    # Where it came in: `mail`, or a webhook's place; and what it is known by there.
    source = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    webhook = models.ForeignKey(
        IncomingWebhook,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="arrivals",
    )
    trigger = models.CharField(max_length=20)
    status = models.CharField(
        max_length=10, choices=Status.choices, default=Status.PASSED_ON
    )
    newsletter = models.ForeignKey(
        Newsletter, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    # Who speaks, in which thread, and where the answer goes: an address of mail or the web.
    sender = models.CharField(max_length=254, blank=True)
    thread = models.CharField(max_length=300, blank=True)
    reply_to = models.CharField(max_length=1000, blank=True)
    subject = models.CharField(max_length=300, blank=True)
    words = models.TextField(blank=True)
    answer = models.TextField(blank=True)
    said = models.CharField(max_length=300, blank=True)
    conversation = models.ForeignKey(
        Conversation, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    execution = models.ForeignKey(
        Execution, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    session = models.ForeignKey(
        Session, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    # None once nothing is to be done; moved ahead while somebody is at it.
    next_at = models.DateTimeField(null=True, blank=True, db_index=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)
    emptied_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["source", "key"], name="arrival_once")
        ]

    def __str__(self) -> str:
        return f"{self.trigger} {self.uid}"
