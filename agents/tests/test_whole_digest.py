"""A whole digest by rules on the bundled sample: twelve steps, one issue of its shape."""

from datetime import UTC, datetime

import pytest

from agents.engine import log, sessions
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import newsroom
from newsletter.drafts.contract import DIGEST, SectionKind
from newsletter.models import Issue
from newsletter.tests.support.makers import make_newsletter

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_a_digest_of_the_sample_is_published_in_its_own_shape(
    settings, tmp_path, monkeypatch
):
    settings.VAR_DIR, settings.DELIVERY_TRANSPORT = tmp_path, "file"
    plan = sessions.Plan(
        workflow="digest",
        sources=Session.Sources.SAMPLE,
        brains=("local",),
        as_of=datetime(2025, 8, 7, 12, tzinfo=UTC),
    )
    newsletter = make_newsletter(profile="agents, open models, benchmarks, retrieval")
    session = sessions.start(newsletter, plan)

    newsroom.run(session, {}, monkeypatch)

    assert session.status == Session.Status.FINISHED, session.reason
    issue = Issue.objects.get()
    assert issue.contract == DIGEST.name
    assert len(issue.draft.of_kind(SectionKind.TOPIC)) >= 3
    assert issue.draft.lines
    assert issue.draft.problems == ()
    [passed] = session.events.of_kind(Kind.VERIFICATION_PASSED)
    card = passed.data["scorecard"]
    assert card["novelty"]["told_before"] == 0
    assert not log.breach(session)
