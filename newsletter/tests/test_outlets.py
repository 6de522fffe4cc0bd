"""Outlets: what the operator switched on is asked, and nothing else."""

import pytest
from django.core.exceptions import ValidationError

from newsletter.models import Outlet, active_outlets
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.story import Kind

pytestmark = pytest.mark.django_db


def make_outlet(**fields):
    defaults = {"name": "Lab", "how": "feed", "url": "https://lab.example/rss"}
    return Outlet.objects.create(**{**defaults, **fields})


@pytest.fixture(autouse=True)
def no_outlets(db):
    Outlet.objects.all().delete()


def test_the_shipped_table_is_asked_where_nothing_was_stored():
    assert active_outlets() == OUTLETS


def test_an_outlet_switched_off_is_not_asked():
    make_outlet()
    make_outlet(name="Loud", is_active=False)

    assert [spec.name for spec in active_outlets()] == ["Lab"]


def test_with_every_outlet_switched_off_nobody_is_asked():
    make_outlet(is_active=False)

    assert active_outlets() == ()


def test_an_outlet_of_no_kind_tells_of_both():
    assert make_outlet().spec.kind is None
    assert make_outlet(name="P", kind="paper").spec.kind is Kind.PAPER


def test_trust_beyond_one_is_refused():
    with pytest.raises(ValidationError, match="less than or equal to 1"):
        make_outlet(prior=1.5).full_clean()


def test_every_outlet_that_is_shipped_can_be_stored_and_read_back():
    stored = [
        make_outlet(
            name=spec.name,
            how=spec.how,
            url=spec.url,
            kind=spec.kind or "",
            prior=spec.prior,
            terms=list(spec.terms),
        )
        for spec in OUTLETS
    ]

    for outlet in stored:
        outlet.full_clean()
    assert {spec.name: spec for spec in active_outlets()} == {
        spec.name: spec for spec in OUTLETS
    }
