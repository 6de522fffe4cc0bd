import re
from datetime import timedelta

import pytest
from django.db import OperationalError

from agents.engine import log
from crux import metrics
from crux.tests.test_health import swept
from newsletter.models import Newsletter
from newsletter.research.lifecycle import State
from newsletter.tests.support.stories import make_held
from subscribers.models import Delivery
from subscribers.tests.support.makers import make_issue, make_newsletter, make_reader

LINE = re.compile(
    r'(?:# (?:HELP|TYPE) .+|crux_[a-z_]+(?:\{newsletter="[\w-]+"\})? \S+)\n'
)


def gauges(client, **headers):
    """Each line's name and number."""
    text = client.get("/metrics", headers=headers).content.decode()
    assert "".join(LINE.findall(text)) == text
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.split() for line in lines)}


@pytest.mark.django_db
def test_what_is_wrong_and_what_waits_stands_in_numbers(client):
    swept(seconds_ago=20)
    newsletter = make_newsletter(slug="weekly")
    at = log.database_now() - timedelta(hours=2)
    issue = make_issue(newsletter, status="published", published_at=at)
    for state in (Delivery.State.QUEUED, Delivery.State.UNCERTAIN):
        reader = make_reader(newsletter)
        Delivery.objects.create(
            issue=issue, subscriber=reader, state=state, created_at=at
        )

    make_held(newsletter, State.FAILED)

    found = gauges(client)

    assert found["crux_stories_failed"] == 1
    assert found["crux_stories_still"] == found["crux_stories_retrying"] == 0
    assert found["crux_ready"] == found["crux_letters_uncertain"] == 1
    assert found["crux_sweep_age_seconds"] == pytest.approx(20, abs=5)
    assert found["crux_letters_oldest_unsent_seconds"] == pytest.approx(7200, abs=5)
    assert found['crux_issue_age_seconds{newsletter="weekly"}'] == pytest.approx(
        7200, abs=5
    )
    assert found["crux_dollars_this_month"] == 0


@pytest.mark.django_db
def test_each_number_is_explained_once_however_many_newsletters_there_are(client):
    for _ in range(2):
        make_issue(status="published", published_at=log.database_now())

    text = client.get("/metrics").content.decode()

    assert text.count("# TYPE crux_issue_age_seconds gauge") == 1
    assert text.count("crux_issue_age_seconds{") == Newsletter.objects.count() == 2


@pytest.mark.django_db
def test_with_a_token_only_who_bears_it_is_told(client, settings):
    settings.METRICS_TOKEN = "a-long-one"

    assert client.get("/metrics").status_code == 401
    assert (
        client.get("/metrics", headers={"authorization": "Bearer x"}).status_code == 401
    )
    assert "crux_ready" in gauges(client, authorization="Bearer a-long-one")


def test_a_database_that_is_away_is_one_number(monkeypatch):
    def away():
        raise OperationalError

    monkeypatch.setattr(metrics.health, "examine", away)

    assert metrics.exposition().endswith("crux_ready 0\n")
