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
from newsletter.issues import errata
from newsletter.issues.errata import Erratum
from newsletter.issues.letter import Ways, letter_text
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


def test_the_demo_tells_the_sample_week(client, subtests):
    out = demo()

    session = Session.objects.first()
    issue = Issue.objects.get(session_name=session.name)
    with subtests.test("its issue can be read"):
        assert f"/issues/{issue.slug}/" in out
        page = client.get(f"/issues/{issue.slug}/").content.decode()
        assert "without a language model" in page
        assert "Demonstration" in page
        assert client.get("/latest", follow=True).status_code == 200
        assert client.get(f"/issues/{issue.slug}/sources").status_code == 200
        assert client.get("/runs/").status_code == 200
    with subtests.test("a dead link fails verification, and the next draft passes"):
        told = kinds(session)
        failed, passed = Kind.VERIFICATION_FAILED, Kind.VERIFICATION_PASSED
        assert told.count(failed) == 1
        assert told.count(Kind.DRAFT_WRITTEN) == 2
        assert told.index(failed) < told.index(passed)
    with subtests.test("every quote stands in its stored source"):
        citations = list(issue.citations.select_related("source"))
        assert citations
        assert {citation.match for citation in citations} == {"exact"}
        assert all(one.quote in one.source.text for one in citations)
    with subtests.test("a story that was told the week before is not told again"):
        covered = session.events.get(event_type=Kind.COVERED_TOPICS).data["topics"]
        assert covered
        assert not [topic for topic in covered if topic["url"] in issue.markdown]
    with subtests.test("its letter is a whole letter to nobody real"):
        check_letter()


def check_letter():
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
    call_command("runnewsletter", "--again", "--as-of", DAY, stdout=io.StringIO())


def test_after_an_issue_of_the_sample_week_none_of_it_goes_out_again(
    subtests, small_week
):
    demo()
    first = Issue.objects.get(session_name=Session.objects.first().name)

    with subtests.test("a demo that is run again rehearses, and writes the same draft"):
        out = demo()

        assert f"/issues/{first.slug}/" in out
        assert "this was a rehearsal" in out
        rehearsed = Issue.objects.get(session_name=Session.objects.first().name)
        assert rehearsed.draft_sha256 == first.draft_sha256
    with subtests.test("a dry run publishes nothing"):
        call_command("runnewsletter", "--dry-run", "--as-of", DAY, stdout=io.StringIO())

        issue = Issue.objects.get(session_name=Session.objects.first().name)
        assert issue.status == Issue.Status.PREVIEW
    with subtests.test("a second issue of a day is asked for by name"):
        with pytest.raises(CommandError, match="is out; another one") as refused:
            call_command("runnewsletter", "--as-of", DAY, stdout=io.StringIO())

        assert "--again" in str(refused.value)
        assert refused.value.returncode == 2
    with subtests.test("a session of the same day tells none of it again"):
        call_command("runnewsletter", "--again", "--as-of", DAY, stdout=io.StringIO())

        second = Issue.objects.get(session_name=Session.objects.first().name)
        told = set(first.coverage.values_list("story_id", flat=True))
        assert told.isdisjoint(second.coverage.values_list("story_id", flat=True))
    with subtests.test("a session that is over is not resumed"):
        name = Session.objects.first().name

        with pytest.raises(CommandError, match="is over") as refused:
            call_command("runnewsletter", "--resume", name, stdout=io.StringIO())

        assert refused.value.returncode == 2
    with subtests.test("a day without a story ends with the reason and code 1"):
        with pytest.raises(CommandError, match="found no story") as ended:
            call_command(
                *("runnewsletter", "--again", "--as-of", "2024-01-04"),
                stdout=io.StringIO(),
            )

        assert ended.value.returncode == 1
    assert Delivery.objects.count() == 2


def test_what_became_of_an_issue_is_told_by_the_next_one_once(client, small_week):
    demo()
    first = Issue.objects.get(session_name=Session.objects.first().name)
    row = Correction.objects.create(
        issue=first,
        url=first.citations.first().url,
        reason="withdrawn",
        sentence="“Its paper” was withdrawn by its authors.",
        noticed_at=timezone.now(),
    )
    wrong = Erratum("a **revolutionary** model!", "it has [5](https://a.example/)")
    erratum, _ = errata.write(first, wrong, timezone.now())

    again()
    again()

    second, third = Issue.objects.filter(number__gt=first.number).order_by("number")
    told = f"Since issue {first.number}: {row.sentence}"
    row.refresh_from_db()
    assert told in second.markdown
    assert f"Since issue {first.number}: {erratum.sentence}" in letter_text(
        second, Ways("https://x.example/", "", "")
    ).replace("\n", " ")
    assert told not in third.markdown
    assert row.told_in == second
    assert row.sentence in client.get(f"/issues/{first.slug}/").content.decode()


def test_a_session_goes_on_where_it_broke_off_and_repeats_no_finished_step(small_week):
    call_command("demo", stdout=io.StringIO())
    first = Session.objects.first()
    Coverage.objects.all().delete()
    call_command(
        *("runnewsletter", "--again", "--step", "memory", "--as-of", DAY),
        stdout=io.StringIO(),
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
