"""Where research asks for stories."""

from collections.abc import Collection
from typing import Self

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Exists, OuterRef

from newsletter.models.newsletters import Newsletter, no_words
from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.outlets.terms import wordless
from newsletter.research.story import Kind


def kinds_of_outlets() -> list[tuple[str, str]]:
    """Every kind by its name, for the desk's list."""
    # What asks the web is heavy, and an idle worker has no use for it.
    from newsletter.research.outlets.registry import KINDS  # noqa: PLC0415

    return [(kind.name, kind.label) for kind in KINDS.values()]


class OutletQuerySet(models.QuerySet["Outlet"]):
    def shared(self) -> Self:
        """Those of no newsletter."""
        return self.filter(newsletter=None)

    def of(self, newsletter: Newsletter) -> Self:
        """Those that count for it: its own, and shared ones where it takes them.

        One of its own takes the place of the shared one of the same name.
        """
        own = self.filter(newsletter=newsletter)
        if not newsletter.shared_outlets:
            return own
        shared = self.shared()
        names = Outlet.objects.filter(newsletter=newsletter).values("name")
        return own | shared.exclude(name__in=names)

    def asked(self) -> Self:
        """Those that count for any newsletter that is active."""
        own = Outlet.objects.filter(newsletter=OuterRef("pk"), name=OuterRef("of_name"))
        takers = Newsletter.objects.filter(is_active=True, shared_outlets=True)
        takers = takers.annotate(of_name=OuterRef("name")).exclude(Exists(own))
        is_shared = models.Q(newsletter=None) & Exists(takers)
        return self.filter(models.Q(newsletter__is_active=True) | is_shared)

    def kinds(self) -> frozenset[Kind]:
        """What they tell of; one without a kind tells of all."""
        stored = self.values_list("kind", flat=True).distinct().order_by()
        return frozenset(Kind) if "" in stored else frozenset(map(Kind, stored))


class Outlet(models.Model):
    """A place that research asks for stories: a feed, a list, a query.

    One without a newsletter is shared by those that take shared ones. The table that
    Crux ships (`newsletter/research/outlets/table.py`) fills these in; what an operator
    changes stays changed.
    """

    newsletter = models.ForeignKey(
        Newsletter,
        on_delete=models.CASCADE,
        related_name="outlets",
        null=True,
        blank=True,
        help_text="Whose it is; empty for every newsletter that asks shared outlets.",
    )
    name = models.CharField(max_length=120)
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

    objects = OutletQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["newsletter", "name"],
                condition=models.Q(newsletter__isnull=False),
                name="outlet_name_once_per_newsletter",
            ),
            models.UniqueConstraint(
                fields=["name"],
                condition=models.Q(newsletter__isnull=True),
                name="outlet_name_once_among_shared",
            ),
        ]

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
        faults = {"terms": no_words("terms", self.terms) or wordless(self.terms)}
        if self.how in KINDS and "url" not in errors:
            faults["url"] = fault_of(self.how, self.url)
        for field, fault in faults.items():
            if fault and field not in (exclude or ()):
                errors.setdefault(field, []).append(ValidationError(fault))
        if errors:
            raise ValidationError(errors)

    def clean(self) -> None:
        """Refuse a name that another outlet of the same newsletter has."""
        others = Outlet.objects.filter(newsletter=self.newsletter, name=self.name)
        if others.exclude(pk=self.pk).exists():
            whose = self.newsletter or "the shared outlets"
            fault = f"There is an outlet {self.name!r} of {whose} already."
            raise ValidationError({"name": fault})

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


def active_outlets(newsletter: Newsletter) -> tuple[OutletSpec, ...]:
    """What a newsletter's research asks."""
    outlets = Outlet.objects.of(newsletter).filter(is_active=True)
    return tuple(outlet.spec for outlet in outlets)


def without_outlets() -> models.QuerySet[Newsletter]:
    """The active newsletters whose research would have nobody to ask."""
    mine = Outlet.objects.filter(newsletter=OuterRef("pk"))
    replaced = Outlet.objects.filter(
        newsletter=OuterRef(OuterRef("pk")), name=OuterRef("name")
    )
    shared = Outlet.objects.shared().filter(is_active=True)
    takes_one = models.Q(Exists(shared.exclude(Exists(replaced))), shared_outlets=True)
    return Newsletter.objects.filter(is_active=True).exclude(
        models.Q(Exists(mine.filter(is_active=True))) | takes_one
    )
