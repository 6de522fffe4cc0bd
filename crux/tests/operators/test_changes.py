"""Every change by hand is on record: who, of what, from which value to which."""

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.http import HttpRequest

from agents.models import Budget, Provider, RetryPolicy, Session
from crux.tests.support.desk import changelist, page_of
from newsletter.admin import NotByHand
from newsletter.audit import Audited, changes
from newsletter.models import Newsletter, Outlet
from newsletter.tests.support.makers import make_issue, make_newsletter
from subscribers.models import Dispatch, Subscriber

pytestmark = pytest.mark.django_db


def last():
    """What was put down last."""
    return LogEntry.objects.latest("pk").get_change_message()


def sent(row, **fields):
    """The form of a row as a browser would send it, with these fields changed."""
    request = HttpRequest()
    request.user = User.objects.filter(is_superuser=True).first()
    form = admin.site._registry[type(row)].get_form(request, row)(instance=row)
    values = {name: form[name].value() for name in form.fields}
    kept = {name: value for name, value in values.items() if value not in (None, False)}
    inline = {"budget-TOTAL_FORMS": "0", "budget-INITIAL_FORMS": "0"}
    return {**kept, **inline, **fields}


def test_whatever_can_be_changed_by_hand_is_audited():
    audited = {
        model._meta.label: isinstance(desk, Audited)
        for model, desk in admin.site._registry.items()
        if not isinstance(desk, NotByHand)
        and not model._meta.app_label.startswith(("axes", "otp"))
    }

    assert [label for label, is_audited in audited.items() if not is_audited] == []


def test_a_newsletters_old_and_new_values_stand_in_its_history(admin_client):
    newsletter = make_newsletter(title="Parsers Weekly", topics=["agents"])
    form = sent(newsletter, topics="parsers", rubric_published_launches="3")
    form |= {"weekday": "4", "send_at": "10:00", "timezone": "Asia/Tokyo"}

    answer = admin_client.post(page_of(newsletter), form)

    assert answer.status_code == 302, answer.context["errors"]
    for told in (
        "topics: + parsers, - agents",
        "weekday: Thursday → Friday",
        "send at: 09:00:00 → 10:00:00",
        "timezone: UTC → Asia/Tokyo",
        "rubric published_launches: nothing → 3",
    ):
        assert told in last()
    assert "title" not in last()
    history = page_of(newsletter).replace("/change/", "/history/")
    assert "Thursday → Friday" in admin_client.get(history).content.decode()


@pytest.mark.parametrize(
    ("make", "fields", "told"),
    [
        (
            lambda: Budget.objects.create(
                newsletter=make_newsletter(), session_dollars=3
            ),
            {"session_dollars": "5"},
            "session dollars: 3.00 → 5.00",
        ),
        (
            lambda: RetryPolicy.objects.create(step="writer", attempts=2),
            {"attempts": "4"},
            "attempts: 2 → 4",
        ),
        (
            lambda: Provider.objects.create(name="anthropic", at_once=4),
            {"at_once": "2"},
            "at once: 4 → 2",
        ),
    ],
)
def test_budgets_policies_and_limits_are_on_record(admin_client, make, fields, told):
    row = make()

    answer = admin_client.post(page_of(row), sent(row, **fields))

    assert answer.status_code == 302
    assert last() == told


def test_what_is_added_and_what_is_deleted_is_told_with_its_values(admin_client):
    admin_client.post(
        "/admin/agents/retrypolicy/add/", {"step": "writer", "attempts": "5"}
    )
    assert last() == "Added. attempts: nothing → 5"

    policy = RetryPolicy.objects.get()
    admin_client.post(page_of(policy).replace("change", "delete"), {"post": "yes"})

    assert "attempts: 5 → nothing" in last()
    assert LogEntry.objects.latest("pk").is_deletion()


def test_what_is_edited_in_a_list_is_on_record_too(admin_client):
    Outlet.objects.all().delete()
    outlet = Outlet.objects.create(
        name="Lab", how="feed", url="https://lab.example.org/feed", prior=0.5
    )
    form = {
        "form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "form-0-id": outlet.pk,
        "form-0-prior": "0.8", "_save": "Save",
    }  # fmt: skip

    admin_client.post(changelist(Outlet), form)

    assert "prior: 0.5 → 0.8" in last()
    assert "is active: True → False" in last()


def test_groups_tell_which_permissions_were_given_and_taken(admin_client):
    first, second = Permission.objects.order_by("pk")[:2]
    group = Group.objects.create(name="Helpers")
    group.permissions.set([first])

    admin_client.post(page_of(group), {"name": "Helpers", "permissions": [second.pk]})

    assert last() == f"permissions: + {second}, - {first}"


def test_an_accounts_secrets_are_not_told(admin_client):
    bob = User.objects.create_user("bob", "bob@crux.dev", "a-long-enough-password")
    form = {
        "username": "bob", "email": "robert@crux.dev", "is_active": "on",
        "is_staff": "on", "date_joined_0": "2026-01-01", "date_joined_1": "00:00:00",
    }  # fmt: skip
    admin_client.post(page_of(bob), form)
    told = last()
    assert "staff status: False → True" in told
    assert "email address: b…@crux.dev → r…@crux.dev" in told

    new = {"password1": "quite-another-one", "password2": "quite-another-one"}
    admin_client.post(f"/admin/auth/user/{bob.pk}/password/", new)

    assert "password" in last().lower()
    assert "pbkdf2" not in " ".join(
        LogEntry.objects.values_list("change_message", flat=True)
    )


def test_a_readers_status_by_an_operator_is_on_record(admin_client):
    reader = Subscriber.objects.create(
        newsletter=make_newsletter(), address="r@readers.dev", status="active"
    )
    chosen = {"action": "let_go", "_selected_action": [reader.pk]}
    chosen |= {"sure": "yes", "total": "1"}

    admin_client.post(changelist(Subscriber), chosen)

    assert last() == "Unsubscribe: active → unsubscribed"
    assert "readers.dev" not in last()


def test_buttons_of_a_send_are_on_record(admin_client):
    dispatch = Dispatch.objects.create(
        issue=make_issue(), paused_at="2026-01-01T00:00Z", paused_because="too many"
    )

    admin_client.post(page_of(dispatch), {"_go_on": "Go on"})

    assert "It goes on." in last()
    assert "paused because: too many → nothing" in last()
    assert LogEntry.objects.count() == 1


def test_what_is_done_with_a_session_is_on_record(admin_client, session):
    page = page_of(session).replace("/change/", "/steer/")
    admin_client.post(page, {"act": "pause", "at_seq": session.last_seq})

    assert last().startswith("pause: Paused")
    assert Session.objects.get().status == "paused"


def test_all_changes_are_one_list_for_owners(admin_client, looker, client):
    newsletter = make_newsletter(title="Parsers Weekly")
    boss = User.objects.create_superuser("boss")
    client.force_login(boss)
    client.post(page_of(newsletter), sent(newsletter, topics="", title="P"))

    page = client.get(changelist(LogEntry)).content.decode()
    assert "title: Parsers Weekly → P" in page
    assert page_of(newsletter) in page
    assert client.post(f"{changelist(LogEntry)}add/").status_code == 403
    client.force_login(User.objects.get(username="looker"))
    assert client.get(changelist(LogEntry)).status_code == 403
    assert Newsletter.objects.get().title == "P"


def test_what_is_as_it_was_is_not_told():
    held = {"title": "A", "topics": ("a", "b")}

    assert changes(held, dict(held)) == ""
    assert changes(held, {**held, "topics": ("b", "a")}) == "topics: in another order"
