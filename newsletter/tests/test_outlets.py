"""Outlets: what the operator switched on is asked, and nothing else."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError

from newsletter.models import Outlet, active_outlets
from newsletter.research.outlets.registry import KINDS
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


# --- The desk -----------------------------------------------------------------

ADD = "/admin/newsletter/outlet/add/"


def submitted(client, **fields):
    row = {"name": "Lab", "how": "feed", "url": "https://lab.example/rss"}
    row |= {"kind": "", "prior": "0.5", "terms": "[]", "is_active": "on"}
    return client.post(ADD, row | fields)


def test_the_desk_lists_the_kinds_and_what_each_takes(admin_client):
    page = admin_client.get(ADD).content.decode()

    for kind in KINDS.values():
        assert f'<option value="{kind.name}">{kind.label}</option>' in page
        assert kind.takes.replace("'", "&#x27;") in page


def test_a_sound_outlet_is_stored(admin_client):
    assert submitted(admin_client).status_code == 302
    assert Outlet.objects.get().spec.how == "feed"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("how", "gopher"),
        ("url", "https://10.0.0.1/feed"),
        ("url", "https://user:secret@lab.example/feed"),
        ("url", "https://lab.example:8080/feed"),
        ("prior", "1.5"),
        ("terms", '"llm"'),
        ("terms", "[3]"),
    ],
)
def test_a_bad_value_is_refused_beside_its_field(admin_client, field, value):
    answer = submitted(admin_client, **{field: value})

    assert set(answer.context["adminform"].form.errors) == {field}
    assert not Outlet.objects.exists()


def test_an_address_of_another_kind_is_refused_with_the_right_form(admin_client):
    answer = submitted(admin_client, how="github", url="https://github.com/acme/tool")

    [told] = answer.context["adminform"].form.errors["url"]
    assert "https://github.com/owner/name/releases.atom" in told


def test_an_outlet_stored_before_its_address_was_refused_can_be_switched_off(
    admin_client,
):
    outlet = make_outlet(how="github", url="https://github.com/acme/tool", terms="x")
    row = {"form-0-id": outlet.id, "form-0-prior": "0.2", "_save": "Save"}
    counts = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1}

    admin_client.post("/admin/newsletter/outlet/", row | counts)

    outlet.refresh_from_db()
    assert (outlet.prior, outlet.is_active) == (0.2, False)


# --- An installation that was there before ------------------------------------

review = import_module("newsletter.migrations.0019_review_outlets").review


def test_what_is_shipped_since_is_added_and_what_fell_silent_switched_off():
    make_outlet(name="Qwen", url="https://qwenlm.github.io/blog/index.xml")
    make_outlet(name="Replicate", url="https://mirror.example/replicate.xml")
    make_outlet(name="Mine", how="pypi", url="https://pypi.org/project/mlx-lm/")

    review(apps, None)
    review(apps, None)

    active = {spec.name: spec for spec in active_outlets()}
    assert "Qwen" not in active
    assert {"Replicate", "Mine", "Mastodon on LLMs"} <= set(active)
    assert "MLX LM (PyPI)" not in active


def test_each_that_is_added_can_be_asked():
    make_outlet()

    review(apps, None)

    assert Outlet.objects.count() > 10
    for outlet in Outlet.objects.all():
        outlet.full_clean()


def test_where_nothing_was_stored_nothing_is_added():
    review(apps, None)

    assert not Outlet.objects.exists()
