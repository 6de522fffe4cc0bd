import re
from html import unescape

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from subscribers.delivery import audience
from subscribers.delivery import send as delivery
from subscribers.models import (
    AttackMode,
    Bounce,
    Delivery,
    Dispatch,
    Subscriber,
    Suppression,
)
from subscribers.tests.support.makers import make_issue, make_reader, make_readers

pytestmark = pytest.mark.django_db
ADDRESS = "ada.lovelace@readers.example"


@pytest.fixture
def issue():
    issue = make_issue()
    make_reader(issue.newsletter, ADDRESS)
    delivery.send(issue)
    now = timezone.now()
    Bounce.objects.create(delivery=Delivery.objects.get(), kind="soft", source="server")
    AttackMode.objects.create(ends_at=now, reason="test")
    Suppression.objects.create(address_hash="0" * 64, reason="erased")
    return issue


@pytest.mark.parametrize(
    "model", [Subscriber, Delivery, Dispatch, Suppression, Bounce, AttackMode]
)
def test_no_page_shows_an_address_but_a_readers_own(admin_client, issue, model):
    name = f"admin:subscribers_{model._meta.model_name}"
    pages = [reverse(f"{name}_changelist")]
    if model is not Subscriber:
        pages.append(reverse(f"{name}_change", args=[model.objects.get().pk]))

    for page in pages:
        response = admin_client.get(page)
        assert response.status_code == 200
        assert ADDRESS not in response.content.decode()


def test_the_admin_is_for_operators_alone(client, issue):
    page = client.get(reverse("admin:subscribers_subscriber_changelist"))

    assert page.status_code == 302


@pytest.mark.parametrize(
    ("action", "status"),
    [
        ("let_go", "unsubscribed"),
        ("never_write_again", "unsubscribed"),
        ("erase", None),
    ],
)
def test_what_an_operator_does_goes_through_consent(
    admin_client, issue, action, status
):
    row = Subscriber.objects.get()
    before, page = row.status, reverse("admin:subscribers_subscriber_changelist")
    chosen = {"action": action, "_selected_action": [row.pk]}

    asked = admin_client.post(page, chosen).content.decode()
    assert "1 reader</strong> (1 of The Weekly)" in asked
    assert ADDRESS not in asked
    assert Subscriber.objects.get().status == before
    admin_client.post(page, {**chosen, "sure": "yes", "total": "1"})

    assert LogEntry.objects.get().object_repr == f"reader {row.pk}"
    assert list(Subscriber.objects.values_list("status", flat=True)) == (
        [status] if status else []
    )


def test_all_of_a_search_are_acted_on_without_naming_each(admin_client, issue):
    make_readers(issue.newsletter, 3)
    page = reverse("admin:subscribers_subscriber_changelist") + "?status=active"
    first = Subscriber.objects.first().pk
    chosen = {"action": "let_go", "_selected_action": [first], "select_across": "1"}

    asked = admin_client.post(page, chosen).content.decode()
    admin_client.post(page, {**chosen, "sure": "yes", "total": "4"})

    assert "4 readers</strong>" in asked
    assert asked.count('name="_selected_action"') == 1
    assert not Subscriber.objects.filter(status="active").exists()


def test_who_may_only_look_at_readers_acts_on_none(client, issue, django_user_model):
    looker = django_user_model.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_subscriber"))
    client.force_login(looker)
    page = reverse("admin:subscribers_subscriber_changelist")

    chosen = {"action": "erase", "_selected_action": [Subscriber.objects.get().pk]}
    client.post(page, {**chosen, "sure": "yes", "total": "1"})

    assert Subscriber.objects.exists()


def test_an_address_can_be_suppressed_by_hand(admin_client):
    admin_client.post(
        reverse("admin:subscribers_suppression_add"), {"address": "x@y.example"}
    )

    assert Suppression.objects.get().reason == Suppression.Reason.OPERATOR


def test_the_buttons_of_a_dispatch_work(admin_client):
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    dispatch = audience.freeze(issue, timezone.now())
    page = reverse("admin:subscribers_dispatch_change", args=[dispatch.pk])

    admin_client.post(page, {"_pause": "1"})
    dispatch.refresh_from_db()
    assert dispatch.paused_because == "paused by the operator"
    admin_client.post(page, {"_go_on": "1"})
    dispatch.refresh_from_db()
    assert dispatch.paused_at is None

    Delivery.objects.update(state="uncertain")
    admin_client.post(page, {"_take_uncertain": "1"})
    assert delivery.report(issue).accepted == 3
    rows = b"".join(admin_client.post(page, {"_outcomes": "1"}).streaming_content)
    assert rows.count(b"accepted") == 6


def test_the_operator_sees_what_readers_chose_in_sum_from_five_on(admin_client, issue):
    issue.newsletter.topics = ["chips", "agents"]
    issue.newsletter.save()
    for place in range(6):
        make_reader(
            issue.newsletter,
            less_of=["chips"],
            first=["agents"] if place else [],
            length="short" if place > 1 else "whole",
        )

    page = admin_client.get(reverse("admin:subscribers_subscriber_changelist"))

    text = " ".join(page.content.decode().split())
    assert "first agents (5). Less of chips (6)." in text
    assert "short" not in text


def test_a_dispatch_shows_a_sum_that_comes_out_and_the_way_to_each_part(admin_client):
    issue = make_issue()
    make_readers(issue.newsletter, 3)
    make_reader(issue.newsletter, status="unsubscribed")
    dispatch = audience.freeze(issue, timezone.now())
    Delivery.objects.filter(pk=Delivery.objects.first().pk).update(state="rejected")
    page = reverse("admin:subscribers_dispatch_change", args=[dispatch.pk])

    shown = admin_client.get(page).content.decode()

    assert "3 frozen, 1 left out" in shown
    assert "1 unsubscribed" in shown
    [found] = re.findall(r'href="([^"]+)">1 rejected<', shown)
    rejected = admin_client.get(unescape(found))
    assert rejected.status_code == 200
    assert rejected.context["cl"].result_count == 1


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        ("queued", {"_pause"}),
        ("rejected", {"_retry_failed"}),
        ("uncertain", {"_send_uncertain", "_take_uncertain"}),
        ("accepted", set()),
    ],
)
def test_only_buttons_that_would_do_something_are_shown(admin_client, state, shown):
    issue = make_issue()
    make_readers(issue.newsletter, 1)
    dispatch = audience.freeze(issue, timezone.now())
    Delivery.objects.update(state=state)

    page = reverse("admin:subscribers_dispatch_change", args=[dispatch.pk])
    html = admin_client.get(page).content.decode()

    buttons = set(re.findall(r'<input type="submit" name="(\w+)"', html))
    assert buttons == {"_outcomes", *shown}
