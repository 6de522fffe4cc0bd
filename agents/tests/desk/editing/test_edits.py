"""A draft that an operator edits: on record, locked against a second editor, verified."""

import pytest
from django.urls import reverse

from agents.approval import asking
from agents.desk import approval
from agents.desk import waiting as front
from agents.desk.editing import edits
from agents.desk.editing.edits import Edit, Overtaken
from agents.engine import leases, log, steering
from agents.engine.again import copying
from agents.engine.steering import NotPossible
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import approvals, newsroom
from agents.tests.support import steps as stepping
from agents.watching import notices
from newsletter.models import Issue
from newsletter.tests.support.makers import make_newsletter
from subscribers.models import Alert

pytestmark = pytest.mark.django_db


def edit(session, *, began_with="", by="ana", why="", **changed):
    draft = edits.present(log.state(session))
    edits.edit(
        session,
        Edit(
            draft.model_copy(update=changed),
            began_with or edits.name_of(draft),
            by,
            why,
        ),
    )
    return edits.present(log.state(session))


@pytest.fixture
def waiting():
    return approvals.waiting()


def verify(session, kind, **data):
    sha = log.state(session).last[Kind.DRAFT_APPROVED]["draft_sha256"]
    taken = leases.take(session.pk, "verifier")
    leases.finish(taken, [stepping.line(kind, draft_sha256=sha, **data)])
    session.refresh_from_db()


def test_it_is_on_record_with_who_and_why_and_due_for_verification(waiting):
    edit(waiting, markdown="# Better", why="Clearer.")

    told = waiting.events.order_by("-seq").first()
    assert told.event_type == Kind.DRAFT_EDITED
    assert (told.data["by"], told.data["why"]) == ("ana", "Clearer.")
    assert told.data["markdown"] == "# Better"
    assert leases.take(waiting.pk, "verifier")


def test_the_second_of_two_editors_is_told_whose_draft_was_saved_first(waiting):
    began = edits.name_of(edits.present(log.state(waiting)))
    edit(waiting, subject="Anas")

    with pytest.raises(Overtaken, match="ana saved another draft since you began"):
        edit(waiting, began_with=began, by="ben", subject="Bens")

    assert edits.present(log.state(waiting)).subject == "Anas"


def test_nothing_changed_is_no_edit(waiting):
    with pytest.raises(NotPossible, match="Nothing was changed"):
        edit(waiting)


def test_while_it_is_verified_it_is_not_edited(waiting):
    edit(waiting, subject="Another")

    with pytest.raises(NotPossible, match="What ana wrote is being verified"):
        edit(waiting, subject="A third")


def test_one_that_failed_cannot_be_approved_and_is_reverted_to_the_certified_one(
    waiting,
):
    kept = edits.present(log.state(waiting))
    edit(waiting, markdown="# Worse")
    verify(waiting, Kind.VERIFICATION_FAILED)

    with pytest.raises(NotPossible):
        approvals.press(waiting)
    assert log.state(waiting).edit_failed

    edit(waiting, **kept.model_dump())
    verify(waiting, Kind.VERIFICATION_PASSED)
    approvals.press(waiting, sha=approvals.draft_of(waiting))

    assert edits.present(log.state(waiting)) == kept
    assert leases.take(waiting.pk, "delivery")


def test_one_that_failed_needs_a_person_until_it_is_mended(waiting):
    def wanted():
        return [one for one in front.waiting() if one.act == "Mend it"]

    edit(waiting, markdown="# Worse")
    assert wanted() == []
    verify(waiting, Kind.VERIFICATION_FAILED)

    [concern] = wanted()
    notices.watch()
    notices.watch()

    assert "the draft that ana edited failed verification" in concern.words
    assert concern.address == reverse("admin:agents_session_edit", args=[waiting.pk])
    [alert] = Alert.objects.filter(once__startswith="edit:")
    assert alert.subject == "Asking: an edited draft failed verification"
    assert "Unless it is mended until" in alert.text
    edit(waiting, markdown="# Better")
    assert wanted() == []


@pytest.mark.parametrize("field", ["subject", "preheader"])
def test_a_yes_to_another_subject_or_preheader_is_none(waiting, field):
    seen = approvals.draft_of(waiting)
    edit(waiting, **{field: "Another"})
    verify(waiting, Kind.VERIFICATION_PASSED)

    with pytest.raises(NotPossible, match="changed since you were asked"):
        approvals.press(waiting, sha=seen)

    approvals.press(waiting, sha=approvals.draft_of(waiting))
    assert leases.take(waiting.pk, "delivery")


def test_an_address_in_a_draft_is_left_as_it_is_written(waiting):
    text = "# One\n\n`git clone git@github.com:a/b`"

    assert edit(waiting, markdown=text).markdown == text


def test_a_session_of_a_version_before_is_not_edited(waiting):
    Session.objects.filter(pk=waiting.pk).update(version=3)
    log._kept.clear()
    waiting.refresh_from_db()

    with pytest.raises(NotPossible, match="before drafts could be edited"):
        edit(waiting, subject="Another")


def test_what_is_over_is_not_edited(waiting):
    steering.cancel(waiting)

    with pytest.raises(NotPossible, match="is over"):
        edit(waiting, subject="Another")


# --- Whole sessions -------------------------------------------------------------------


@pytest.fixture
def held(settings, tmp_path, monkeypatch):
    """A session on hold before delivery, whose draft is a real one."""
    settings.VAR_DIR = tmp_path
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        session = newsroom.begin(make_newsletter(title="Parsers Weekly"))
        newsroom.run(session, newsroom.honest_scripts(), monkeypatch, until="delivery")
        steering.pause(session)
        yield session


def go_on(session, monkeypatch, until=""):
    if session.status == Session.Status.PAUSED:
        steering.unpause(session)
    newsroom.run(session, newsroom.honest_scripts(), monkeypatch, until=until)


def test_readers_get_what_the_operator_wrote(held, monkeypatch):
    draft = edits.present(log.state(held))
    edit(
        held,
        subject="Parser 2.0 is out",
        markdown=draft.markdown.replace(
            "This issue has one launch and one paper.",
            "This issue has a launch and a paper.",
        ),
    )

    go_on(held, monkeypatch)

    issue = Issue.objects.get()
    assert held.status == Session.Status.FINISHED, held.reason
    assert issue.subject == "Parser 2.0 is out"
    assert "a launch and a paper" in issue.markdown
    assert issue.citations.count() == len(draft.citations)


def test_what_breaks_a_rule_or_is_borne_by_nothing_is_not_sent(held, monkeypatch):
    draft = edits.present(log.state(held))
    edit(held, markdown=draft.markdown.replace("one launch", "nine launches!"))

    go_on(held, monkeypatch)

    failed = held.events.of_kind(Kind.VERIFICATION_FAILED).get().data["invalid_urls"]
    assert "hype" in {one["outcome"] for one in failed}
    assert log.state(held).edit_failed
    assert not Issue.objects.exists()


def test_a_rehearsal_is_opened_on_hold_edited_and_published(
    settings, tmp_path, monkeypatch
):
    settings.VAR_DIR = tmp_path
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        rehearsal = newsroom.begin(make_newsletter(), is_dry_run=True)
        newsroom.run(rehearsal, newsroom.honest_scripts(), monkeypatch)
        opened = edits.open_rehearsal(rehearsal, by="ana")
        assert opened.status == Session.Status.PAUSED
        edit(opened, subject="Parser 2.0 is out")
        go_on(opened, monkeypatch)

    assert opened.status == Session.Status.FINISHED, opened.reason
    assert Issue.objects.get(status="published").subject == "Parser 2.0 is out"


def test_running_again_from_delivery_keeps_what_was_edited(held, monkeypatch):
    edit(held, subject="Parser 2.0 is out")
    go_on(held, monkeypatch, until="delivery")
    steering.cancel(held)

    again = copying.run_again(held, "delivery")

    assert edits.present(log.state(again)).subject == "Parser 2.0 is out"
    assert log.state(again).open == ["delivery"]


def test_nobody_decides_beside_the_page_of_the_draft_before(monkeypatch):
    session = approvals.held(monkeypatch)
    asking.ask_all()
    assert not approval.look(session).waits.is_stale

    edit(session, subject="Parser 2.0, in a new light")
    approvals.deliver(session, monkeypatch)

    assert approval.look(session).waits.is_stale
    asking.ask_all()
    assert not approval.look(session).waits.is_stale
