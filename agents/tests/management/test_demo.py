"""`manage.py demo`: an issue of its own that mails nothing."""

import re

import pytest
from django.core.management import CommandError, call_command

from agents.engine import steering
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import newsroom
from agents.tests.support import steps as stepping
from agents.tests.support.commands import dies, refused, run
from newsletter.models import Issue, Newsletter
from newsletter.research.sample import server
from newsletter.tests.support.makers import make_newsletter
from subscribers.models import Consent, Delivery, Subscriber

pytestmark = pytest.mark.usefixtures("scripted")


@pytest.mark.usefixtures("committed")
def test_the_demo_makes_its_own_newsletter_and_a_reader_whom_nobody_is(
    settings, tmp_path, subtests
):
    settings.VAR_DIR, settings.DELIVERY_TRANSPORT = tmp_path, "file"

    out = run("demo")

    assert Newsletter.objects.get().slug == "crux"
    assert Subscriber.objects.get().address == "reader@example.com"
    assert Consent.objects.get().act == Consent.Act.IMPORTED
    assert "Brains: scripted; nothing is mailed." in out
    for name in ("Issue", "Evidence", "Letter", "Summary", "Open them with"):
        assert re.search(rf"^{name}  ", out, re.MULTILINE), name
    with subtests.test("the next shows that issue's letter, whatever left since"):
        other = tmp_path / "letters" / "confirmations" / "000009.eml"
        other.parent.mkdir()
        other.write_text("Please confirm.")

        out = run("demo")

        [shown] = re.findall(r"^Letter  .*", out, re.MULTILINE)
        published = Issue.objects.filter(status=Issue.Status.PUBLISHED)
        assert published.latest("number").slug in shown
        assert "confirmations" not in shown
        assert "this was a rehearsal" in out


@pytest.mark.django_db
@pytest.mark.parametrize("transport", ["smtp", "anymail"])
def test_the_demo_mails_nothing_whatever_is_set(settings, transport):
    settings.DELIVERY_TRANSPORT = transport

    told, code = refused("demo")

    assert told.startswith(f"DELIVERY_TRANSPORT is {transport!r}, and the demo mails")
    assert code == 2
    assert not Session.objects.exists()


def test_the_demo_says_when_the_machine_cannot_talk_to_itself(monkeypatch):
    monkeypatch.setattr(server, "is_possible", lambda: False)

    with pytest.raises(CommandError, match="bring the loopback up") as refused:
        call_command("demo")

    assert refused.value.returncode == 2


@pytest.mark.usefixtures("committed")
def test_the_demo_goes_on_with_what_broke_off():
    broken = newsroom.begin(make_newsletter(slug="crux"))
    stepping.do(broken, Kind.COVERED_TOPICS)

    out = run("demo")

    broken.refresh_from_db()
    assert f"Going on with {broken.name}, which broke off." in out
    assert broken.status == Session.Status.FINISHED
    assert stepping.kinds(broken).count(Kind.COVERED_TOPICS) == 1


@pytest.mark.usefixtures("committed")
def test_the_demo_says_why_there_is_no_issue(scripted):
    scripted["evaluator"] = dies

    told, code = refused("demo")

    assert told.startswith("evaluator failed for good: ")
    assert "\n" not in told
    assert code == 1
    assert not Delivery.objects.exists()


@pytest.mark.usefixtures("committed")
def test_the_demo_lets_a_paused_session_be():
    held = newsroom.begin(make_newsletter(slug="crux"))
    steering.pause(held)

    told, code = refused("demo")

    held.refresh_from_db()
    assert told.startswith(f"Session {held.name} is paused; let it go on with: ")
    assert code == 1
    assert held.summary == {}
