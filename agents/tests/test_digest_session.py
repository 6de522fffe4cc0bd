"""A whole digest of the bundled sample, by the local brain."""

import io

import pytest
from django.core.management import call_command

from agents.engine import log
from agents.models import Session
from agents.runs.replay import replay
from agents.workflows.digest import DIGEST
from newsletter.models import Coverage, Issue

# In `make test` a model plays a digest of fewer outlets, and languages theirs.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_digest_of_the_sample_is_published_and_can_be_played_again(
    settings, tmp_path
):
    settings.CRUX_SOURCES = "sample"
    settings.CRUX_BRAINS = ["local"]
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"

    call_command("demo", "--workflow", "digest", stdout=io.StringIO())

    session = Session.objects.get(workflow="digest")
    status = log.status(session)
    assert (status.status, status.percent, status.next_step) == ("finished", 100, None)
    assert [*status.steps] == [step.name for step in DIGEST.steps]
    assert status.steps["gather_urls"].message.startswith("Gathered ")
    issue = Issue.objects.get(session_name=session.name)
    assert issue.markdown.count("\n## ") >= 4  # three sections, and how it was made
    assert "### In brief" in issue.markdown
    assert Coverage.objects.filter(issue=issue).count() > 10
    assert not [part for part in replay(session) if part.difference]
