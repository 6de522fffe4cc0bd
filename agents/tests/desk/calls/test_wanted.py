from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.db import connection
from django.urls import reverse

from agents.desk.calls import wanted
from agents.desk.calls.wanted import Verdict
from agents.desk.waiting import waiting
from agents.engine.steering import NotPossible
from agents.events.schema import Kind
from agents.models import ApprovalRequest
from agents.testing.archive import make_newsletter
from agents.tests.support import approvals, steps
from agents.tests.support.requesting import request

pytestmark = pytest.mark.django_db


def asked(text="Send the issue to everybody.", newsletter=""):
    answer = request(text, user="u", newsletter=newsletter)
    return ApprovalRequest.objects.get(uid=answer.approval_requests[0])


def answers(row):
    return row.conversation.messages.filter(content__startswith="An operator")


def decide(client, row, **given):
    page = reverse("admin:agents_approvalrequest_decide", args=[row.pk])
    client.post(page, given)
    row.refresh_from_db()
    return row


def shown(client, row):
    page = reverse("admin:agents_approvalrequest_change", args=[row.pk])
    return client.get(page).content.decode()


def test_the_front_page_says_how_many_are_wanted(admin_client):
    make_newsletter()
    asked()
    asked("Delete all readers.")

    [words] = [one.words for one in waiting() if "Wanted" in one.words]

    assert words.startswith("Wanted by conversations: 2.")
    assert words in admin_client.get(reverse("admin:index")).content.decode()


def test_a_yes_to_the_draft_that_was_shown_sends_it(admin_client):
    session = approvals.waiting()
    row = asked()
    assert session.name in shown(admin_client, row)

    decide(admin_client, row, act="send", draft=steps.SHA, why="It is good")

    assert (row.status, row.decided_by, row.why) == ("granted", "admin", "It is good")
    [given] = session.events.of_kind(Kind.APPROVAL_GIVEN)
    assert (given.data["by"], given.data["why"]) == ("admin", "It is good")
    told = answers(row).get().content
    assert told.endswith("The issue that waited goes out. Why: It is good")
    assert "It is good" in LogEntry.objects.get().change_message
    assert 'name="act"' not in shown(admin_client, row)


@pytest.mark.parametrize("act", ["grant", "refuse"])
def test_any_other_answer_sends_nothing_and_tells_the_conversation(admin_client, act):
    session = approvals.waiting()
    row = decide(admin_client, asked(), act=act, draft=steps.SHA)

    assert row.status == ("granted" if act == "grant" else "refused")
    assert not session.events.of_kind(Kind.APPROVAL_GIVEN)
    told = answers(row).get().content
    assert row.words in told


def test_a_draft_that_was_not_shown_is_not_sent_and_the_request_still_waits(
    admin_client,
):
    session = approvals.waiting()
    row = decide(admin_client, asked(), act="send", draft="f" * 64)

    assert row.status == "waiting"
    assert not session.events.of_kind(Kind.APPROVAL_GIVEN)


def test_what_cannot_be_done_by_a_yes_is_not_offered():
    approvals.waiting()

    assert wanted.offered(asked("Delete all readers.")) is None
    assert wanted.offered(asked()) is not None
    approvals.waiting(slug="another")
    row = asked(newsletter="another")
    assert wanted.offered(row).session.newsletter.slug == "another"


def test_a_get_decides_nothing(admin_client):
    make_newsletter()
    row = asked()
    page = reverse("admin:agents_approvalrequest_decide", args=[row.pk])

    assert admin_client.get(page, {"act": "grant"}).status_code == 405

    row.refresh_from_db()
    assert row.status == "waiting"


def test_who_may_only_look_decides_nothing(client):
    make_newsletter()
    row = asked()
    looks = get_user_model().objects.create_user("looks", is_staff=True)
    looks.user_permissions.add(Permission.objects.get(codename="view_approvalrequest"))
    client.force_login(looks)

    decide(client, row, act="grant")

    assert row.status == "waiting"
    assert 'name="act"' not in shown(client, row)


@pytest.mark.django_db(transaction=True)
def test_of_operators_who_decide_at_once_one_does():
    session = approvals.waiting()
    row = asked()

    def press(number):
        is_yes = bool(number % 2)
        draft = steps.SHA if is_yes else ""
        mine = ApprovalRequest.objects.select_related("conversation").get(pk=row.pk)
        try:
            wanted.answer(mine, Verdict(is_yes, f"op{number}", draft=draft))
        except NotPossible:
            return 0
        finally:
            connection.close()
        return 1

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(press, range(8))) == 1

    row.refresh_from_db()
    assert answers(row).count() == 1
    given = session.events.of_kind(Kind.APPROVAL_GIVEN)
    assert len(given) == (row.status == "granted")
