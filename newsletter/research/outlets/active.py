"""Which sources are asked: the outlets that the operator has switched on."""

from newsletter.models import Outlet
from newsletter.research.outlets.spec import SourceSpec
from newsletter.research.outlets.table import SOURCES


def active() -> tuple[SourceSpec, ...]:
    """Every active outlet; the shipped table where none was ever stored."""
    outlets = list(Outlet.objects.all())
    if not outlets:
        return SOURCES
    return tuple(outlet.spec for outlet in outlets if outlet.is_active)
