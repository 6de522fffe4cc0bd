"""How outlets answer and what they yield, as it is kept and as the desk shows it."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from newsletter.intake.admission import admit_all
from newsletter.models import Outlet, OutletHealth, Story
from newsletter.outlets import health, trial
from newsletter.outlets.health import Answered
from newsletter.research.lifecycle import State
from newsletter.research.outlets.answers import Reply, always, rss
from newsletter.research.sample import server
from newsletter.research.sample.catalogue import Catalogue
from newsletter.research.sample.week import SampleRoutes
from newsletter.tests.support.makers import make_newsletter, make_story

pytestmark = pytest.mark.django_db
NOW = datetime(2025, 8, 7, 9, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def lab(db):
    Outlet.objects.all().delete()
    return make_outlet("Lab")


def make_outlet(name, **fields):
    url = f"https://{name.lower()}.example/rss"
    return Outlet.objects.create(name=name, how="feed", url=url, **fields)


def note(outlet, fault, at, newest=None):
    health.note([Answered(outlet, fault, newest)], at)
    return OutletHealth.objects.get(outlet=outlet)


def test_failures_are_counted_until_it_answers(lab):
    note(lab, "", NOW, date(2025, 8, 5))
    note(lab, "it answered 500", NOW + DAY)
    kept = note(lab, "it answered 404", NOW + 2 * DAY)

    assert (kept.failures, kept.fault) == (2, "it answered 404")
    assert (kept.failing_since, kept.answered_at) == (NOW + DAY, NOW)
    kept = note(lab, "", NOW + 3 * DAY, date(2025, 8, 1))
    assert (kept.failures, kept.failing_since, kept.fault) == (0, None, "")
    assert kept.newest_story == date(2025, 8, 5)


def test_an_outlet_is_failing_when_it_failed_for_days(lab):
    others = [make_outlet("Off", is_active=False), make_outlet("New")]
    for outlet in (lab, *others):
        note(outlet, "it answered 404", NOW)
    assert health.failing_outlets() == ()
    for outlet in (lab, others[0]):
        note(outlet, "it answered 410", NOW + 2 * DAY)

    [failing] = health.failing_outlets()
    assert failing == (lab, "it answered 410", NOW, 2)


def test_answers_are_noted_with_few_queries(lab, django_assert_max_num_queries):
    many = [make_outlet(f"Many{number}") for number in range(40)]

    with django_assert_max_num_queries(4):
        health.note((Answered(one, "") for one in many), NOW)

    assert OutletHealth.objects.count() == 40


def test_what_an_outlet_told_and_what_of_it_was_used(
    lab, django_assert_max_num_queries
):
    newsletter = make_newsletter()
    make_outlet("Forum")
    told = {
        "Lab": [make_story("model"), make_story("tool")],
        "Forum": [make_story("model")],
    }
    admit_all(newsletter, told)
    Story.objects.filter(title="model").update(state=State.PUBLISHED)
    note(lab, "cut short", NOW)

    with django_assert_max_num_queries(2):
        known = health.standings(newsletter, timezone.now().date())

    assert [(one.outlet.name, one.found, one.used) for one in known] == [
        ("Forum", 1, 1),
        ("Lab", 2, 1),
    ]
    assert known[0].health is None
    assert known[1].health.fault == "cut short"
    other = health.standings(make_newsletter(), timezone.now().date())
    assert {(one.found, one.used) for one in other} == {(0, 0)}


# --- Asked at once ------------------------------------------------------------------

ITEM = (
    "<item><title>A rose</title><link>https://lab.example/rose</link>"
    "<pubDate>Tue, 05 Aug 2025 10:00:00 GMT</pubDate></item>"
)


def asked(outlet, reply):
    answers = {("lab.example", "/rss"): always(reply)}
    with server.run(Catalogue(answers, frozenset())) as at:
        return trial.ask(outlet, NOW, routes=SampleRoutes(at, frozenset()))


def test_an_outlet_that_answers_shows_its_stories(lab):
    found = asked(lab, rss("Lab", [ITEM]))

    assert [story.title for story in found.stories] == ["A rose"]
    kept = OutletHealth.objects.get()
    assert (kept.answered_at, kept.newest_story) == (NOW, date(2025, 8, 5))


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (Reply(status=404), "it answered 404"),
        (Reply(body=b"<html>hello</html>"), "it answered something that is no feed"),
    ],
)
def test_an_outlet_that_does_not_says_why(lab, reply, fault):
    assert asked(lab, reply).fault == fault
    assert OutletHealth.objects.get().failures == 1


def test_an_address_that_is_never_asked_says_so(lab):
    lab.url = "http://127.0.0.1/rss"

    assert "never asked" in trial.ask(lab, NOW).fault


def test_the_button_asks_and_a_look_does_not(lab, admin_client, monkeypatch):
    page = f"/admin/newsletter/outlet/{lab.pk}/try/"
    monkeypatch.setattr(trial, "_ask", answers)

    assert admin_client.get(page).status_code == 405
    shown = admin_client.post(page).content.decode()

    assert "It told nothing: it answered 410" in shown
    newsletter = make_newsletter()
    listed = f"/admin/newsletter/newsletter/{newsletter.pk}/outlets/"
    text = admin_client.get(listed).content.decode()
    assert "it answered 410" in text
    assert "Try Lab now" in text
    assert OutletHealth.objects.get().failures == 1


async def answers(*_):
    return trial.Trial((), "it answered 410")
