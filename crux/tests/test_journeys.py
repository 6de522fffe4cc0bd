"""Whole ways through the house, from the outside: what a person does, and what comes."""

import io
import re
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from agents.events.schema import Kind
from agents.models import Session
from newsletter.models import Correction, Coverage, Issue
from newsletter.tests.support.makers import make_newsletter
from subscribers.models import Delivery

DAY = "2025-08-07"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def sample_only(settings, tmp_path):
    settings.CRUX_SOURCES = "sample"
    settings.CRUX_BRAINS = ["local"]
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"


def demo() -> str:
    out = io.StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def kinds(session: Session) -> list[str]:
    return list(session.events.order_by("seq").values_list("event_type", flat=True))


def test_the_demo_makes_an_issue_that_can_be_read(client):
    out = demo()

    issue = Issue.objects.get(session_name=Session.objects.first().name)
    assert f"/issues/{issue.slug}/" in out
    page = client.get(f"/issues/{issue.slug}/").content.decode()
    assert "without a language model" in page
    assert "Demonstration" in page
    assert client.get("/latest", follow=True).status_code == 200
    assert client.get(f"/issues/{issue.slug}/sources").status_code == 200
    assert client.get("/runs/").status_code == 200


def test_a_dead_link_fails_verification_and_the_next_draft_passes():
    demo()

    told = kinds(Session.objects.first())
    assert told.count(Kind.VERIFICATION_FAILED) == 1
    assert told.count(Kind.DRAFT_WRITTEN) == 2
    assert told.index(Kind.VERIFICATION_FAILED) < told.index(Kind.VERIFICATION_PASSED)


def test_every_quote_of_the_issue_stands_in_its_stored_source():
    demo()

    issue = Issue.objects.get(session_name=Session.objects.first().name)
    citations = list(issue.citations.select_related("source"))
    assert citations
    for citation in citations:
        assert citation.source is not None
        assert citation.match == "exact"
        assert citation.quote in citation.source.text


def test_a_story_that_was_told_the_week_before_is_not_told_again():
    demo()

    session = Session.objects.first()
    covered = session.events.get(event_type=Kind.COVERED_TOPICS).data["topics"]
    markdown = Issue.objects.get(session_name=session.name).markdown
    assert covered
    assert not [topic for topic in covered if topic["url"] in markdown]


def test_two_runs_on_the_same_sample_write_the_same_draft():
    demo()
    demo()

    drafts = Issue.objects.exclude(session_name__endswith="00000000")
    assert len({issue.draft_sha256 for issue in drafts}) == 1


def test_the_letter_of_the_demo_is_a_whole_letter_to_nobody_real():
    demo()

    [file] = Path(settings.VAR_DIR).glob("letters/**/*.eml")
    letter = BytesParser(policy=policy.default).parsebytes(file.read_bytes())
    assert letter["To"].endswith("@example.com")
    assert "One-Click" in letter["List-Unsubscribe-Post"]
    text = letter.get_body(("plain",)).get_content()
    html = letter.get_body(("html",)).get_content()
    assert "@@" not in text + html
    assert "without a language model" in " ".join(text.split())
    assert Delivery.objects.filter(state=Delivery.State.ACCEPTED).count() == 1


def again():
    """Another session, which does not know what the one before told."""
    Coverage.objects.all().delete()
    call_command("runnewsletter", "--as-of", DAY, stdout=io.StringIO())


def test_a_session_begun_twice_on_one_day_publishes_and_mails_one_issue(client):
    demo()
    first = Issue.objects.get(session_name=Session.objects.first().name)
    sent = Delivery.objects.count()

    with pytest.raises(CommandError) as ended:
        call_command("runnewsletter", "--as-of", DAY, stdout=io.StringIO())

    assert str(ended.value) == (
        f"delivery failed for good: Issue {first.number} of 7 August 2025 told the same "
        "stories; no reader gets them twice. Begin a session for a later day."
    )
    assert Session.objects.first().status == Session.Status.ABORTED
    assert Delivery.objects.count() == sent
    assert Issue.objects.latest("created_at") == first


def test_a_demo_that_is_run_again_rehearses_and_shows_the_issue_that_is_there():
    demo()
    issue = Issue.objects.get(session_name=Session.objects.first().name)

    out = demo()

    assert f"/issues/{issue.slug}/" in out
    assert "this was a rehearsal" in out
    assert Delivery.objects.count() == 1


def test_what_became_of_an_issue_is_told_by_the_next_one_once(client):
    demo()
    first = Issue.objects.get(session_name=Session.objects.first().name)
    row = Correction.objects.create(
        issue=first,
        url=first.citations.first().url,
        reason="withdrawn",
        sentence="“Its paper” was withdrawn by its authors.",
        noticed_at=timezone.now(),
    )

    again()
    again()

    second, third = Issue.objects.filter(number__gt=first.number).order_by("number")
    told = f"Since issue {first.number}: {row.sentence}"
    row.refresh_from_db()
    assert told in second.markdown
    assert told not in third.markdown
    assert row.told_in == second
    assert row.sentence in client.get(f"/issues/{first.slug}/").content.decode()


def test_a_session_goes_on_where_it_broke_off_and_repeats_no_finished_step():
    call_command("demo", stdout=io.StringIO())
    first = Session.objects.first()
    Coverage.objects.all().delete()
    call_command(
        "runnewsletter", "--step", "memory", "--as-of", DAY, stdout=io.StringIO()
    )
    broken = Session.objects.first()
    assert broken != first

    call_command("runnewsletter", "--resume", stdout=io.StringIO())

    broken.refresh_from_db()
    assert broken.is_over
    assert kinds(broken).count(Kind.COVERED_TOPICS) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--resume", "newsletter_none"], "No session 'newsletter_none'"),
        (["--resume"], "No session is unfinished"),
        (["--newsletter", "nope"], "No newsletter 'nope'; known: crux"),
        (["--step", "nope"], "No step 'nope'; known: memory"),
        (["--step", "writer"], "cannot run yet; first: memory"),
        (["--brain", "nope"], "No brain 'nope'; known:"),
        (["--as-of", "soon"], "--as-of takes a date such as 2026-11-05, not 'soon'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(arguments, words):
    make_newsletter(slug="crux")

    with pytest.raises(CommandError, match=re.escape(words)) as refused:
        call_command("runnewsletter", *arguments, stdout=io.StringIO())

    assert refused.value.returncode == 2
    assert "\n" not in str(refused.value)


def test_a_session_that_is_over_is_not_resumed():
    demo()
    name = Session.objects.first().name

    with pytest.raises(CommandError, match="is over") as refused:
        call_command("runnewsletter", "--resume", name, stdout=io.StringIO())

    assert refused.value.returncode == 2


def test_a_dry_run_publishes_and_sends_nothing():
    demo()
    before = Delivery.objects.count()

    call_command("runnewsletter", "--dry-run", "--as-of", DAY, stdout=io.StringIO())

    issue = Issue.objects.get(session_name=Session.objects.first().name)
    assert issue.status == Issue.Status.PREVIEW
    assert Delivery.objects.count() == before


def test_a_session_without_a_story_ends_with_the_reason_and_code_one():
    demo()

    with pytest.raises(CommandError, match="found no story") as ended:
        call_command("runnewsletter", "--as-of", "2024-01-04", stdout=io.StringIO())

    assert ended.value.returncode == 1
