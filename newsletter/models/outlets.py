"""Where research asks for stories."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from newsletter.models.newsletters import no_words
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.story import Kind


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
        faults = {"terms": no_words("terms", self.terms)}
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


def active_outlets() -> tuple[OutletSpec, ...]:
    """Every active outlet; the shipped table where none was ever stored."""
    outlets = list(Outlet.objects.all())
    if not outlets:
        return OUTLETS
    return tuple(outlet.spec for outlet in outlets if outlet.is_active)
