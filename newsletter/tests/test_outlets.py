"""Outlets: what the operator switched on is asked, and nothing else."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from newsletter.checks import check_newsletters
from newsletter.models import Newsletter, Outlet, active_outlets, without_outlets
from newsletter.research.outlets.registry import KINDS
from newsletter.research.outlets.table import OUTLETS
from newsletter.research.story import Kind
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db


def make_outlet(**fields):
    defaults = {"name": "Lab", "how": "feed", "url": "https://lab.example/rss"}
    return Outlet.objects.create(**{**defaults, **fields})


@pytest.fixture(autouse=True)
def no_outlets(db):
    Outlet.objects.all().delete()


def asked_by(newsletter):
    return [spec.name for spec in active_outlets(newsletter)]


def test_with_no_outlet_stored_nobody_is_asked():
    assert active_outlets(make_newsletter()) == ()


def test_an_outlet_switched_off_is_not_asked():
    make_outlet()
    make_outlet(name="Loud", is_active=False)

    assert asked_by(make_newsletter()) == ["Lab"]


def test_a_newsletter_asks_its_own_outlets_and_no_other_newsletters():
    models, garden = make_newsletter(), make_newsletter(shared_outlets=False)
    make_outlet(name="Shared")
    make_outlet(name="Roses", newsletter=garden)
    make_outlet(name="Weights", newsletter=models)

    assert asked_by(garden) == ["Roses"]
    assert asked_by(models) == ["Shared", "Weights"]


def test_a_newsletter_begins_without_shared_outlets():
    make_outlet(name="Shared")

    assert asked_by(Newsletter.objects.create(slug="g", title="G", profile="x")) == []


def test_an_outlet_of_its_own_takes_the_place_of_the_shared_one_of_that_name():
    newsletter, other = make_newsletter(), make_newsletter()
    make_outlet(prior=0.9)
    make_outlet(newsletter=newsletter, prior=0.1)
    make_outlet(newsletter=other, is_active=False)

    assert [spec.prior for spec in active_outlets(newsletter)] == [0.1]
    assert active_outlets(other) == ()


def test_a_newsletter_with_nobody_to_ask_is_told_of(admin_client):
    rich, poor = make_newsletter(), make_newsletter(title="Poor", shared_outlets=False)
    make_outlet(), make_outlet(newsletter=poor, is_active=False)

    assert [*without_outlets()] == [poor]
    [told] = check_newsletters(databases=["default"])
    assert told.msg.startswith("Poor has no outlets")
    assert "Poor has no outlets" in admin_client.get("/admin/").content.decode()
    make_outlet(newsletter=rich, is_active=False)
    assert {*without_outlets()} == {rich, poor}


def test_a_check_that_may_not_ask_the_database_does_not():
    make_newsletter()

    assert check_newsletters(databases=None) == []


def test_a_name_stands_once_in_a_newsletter_and_once_among_the_shared():
    newsletter = make_newsletter()
    for owner in (None, newsletter):
        make_outlet(newsletter=owner)
        again = Outlet(
            name="Lab", how="feed", url="https://b.example/", newsletter=owner
        )
        with pytest.raises(ValidationError) as refused:
            again.full_clean()
        assert set(refused.value.message_dict) == {"name"}
        with pytest.raises(IntegrityError), transaction.atomic():
            again.save()


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
    assert {spec.name: spec for spec in active_outlets(make_newsletter())} == {
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
        chosen = " selected" if kind.name == "feed" else ""  # what most are
        assert f'<option value="{kind.name}"{chosen}>{kind.label}</option>' in page
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

    active = {spec.name: spec for spec in active_outlets(make_newsletter())}
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
