"""The tools before readers: how many they are, and which draft reaches them, once."""

import pytest
from django.db import DatabaseError, connection

from agents.engine import heartbeat, leases
from agents.events.schema import Kind
from agents.tests.support.workbench import make_bench
from agents.tools import get_subscribers, send_issue, verify_links
from agents.tools.base import Barred, ToolError
from newsletter.models import Issue
from newsletter.tests.support.makers import MARKDOWN
from newsletter.text.identifiers import sha256_of
from subscribers.delivery import send as delivery
from subscribers.delivery.send import SendReport
from subscribers.delivery.transports.base import Transport, Unreachable
from subscribers.models import Delivery, LedgerHome
from subscribers.tests.support.makers import make_reader, make_readers

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def letters_in_files(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"


class Away(Transport):
    """A way that leads nowhere now."""

    def __init__(self, error):
        self.error = error

    def carry(self, letters):
        raise self.error
        yield

    def close(self):
        pass


# --- get_subscribers ----------------------------------------------------------------


def test_readers_are_counted_and_never_told(bench):
    make_readers(bench.newsletter, 3)
    make_reader(bench.newsletter, status="pending")

    answer = get_subscribers.TOOL.run(bench, {})

    assert answer == {"readers": 3, "from": "table"}


def test_where_the_table_holds_no_reader_the_setting_is_counted(bench, settings):
    settings.RECIPIENT_EMAILS = ["a@readers.example", "nobody", "b@readers.example"]

    answer = get_subscribers.TOOL.run(bench, {})

    assert answer == {"readers": 2, "from": "settings"}


def test_where_the_table_cannot_be_read_the_setting_is_counted(bench, settings):
    settings.RECIPIENT_EMAILS = ["a@readers.example", "b@readers.example"]

    def is_away(execute, sql, *arguments):
        if "subscribers_subscriber" in sql:
            raise DatabaseError("permission denied")
        return execute(sql, *arguments)

    with connection.execute_wrapper(is_away):
        answer = get_subscribers.TOOL.run(bench, {})

    assert answer == {"readers": 2, "from": "settings"}


# --- verify_links and send_issue ----------------------------------------------------

DRAFT = {"subject": "Model A is out, and 1 more", "markdown": MARKDOWN}
SHA = sha256_of(MARKDOWN)


def test_what_nobody_approved_is_not_verified(make_session):
    approved = {"draft_sha256": sha256_of("# An older draft")}
    bench = make_bench(
        make_session(),
        "verifier",
        last={Kind.DRAFT_WRITTEN: DRAFT, Kind.DRAFT_APPROVED: approved},
    )

    with pytest.raises(ToolError, match="No draft is approved yet"):
        verify_links.TOOL.run(bench, {})

    assert bench.staged == []


@pytest.fixture
def delivering(make_session):
    """The delivery agent before a draft that was approved and verified."""

    def make(passed=SHA, **plan):
        last = {
            Kind.DRAFT_WRITTEN: DRAFT,
            Kind.DRAFT_APPROVED: {"draft_sha256": SHA},
            Kind.VERIFICATION_PASSED: {"draft_sha256": passed, "checked": 2},
        }
        bench = make_bench(make_session(**plan), "delivery", last=last)
        make_reader(bench.newsletter)
        return bench

    return make


def send(bench):
    return send_issue.TOOL.run(bench, {})


@pytest.mark.parametrize("passed", [sha256_of("# Another draft"), ""])
def test_a_verdict_about_another_draft_sends_nothing(delivering, passed):
    bench = delivering(passed)

    with pytest.raises(ToolError, match="nothing is sent"):
        send(bench)

    assert not Issue.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("arguments", [{"to": ["a@b.example"]}, {"markdown": "# Hi"}])
@pytest.mark.parametrize("tool", [send_issue, verify_links, get_subscribers])
def test_neither_readers_nor_text_can_be_chosen(delivering, tool, arguments):
    with pytest.raises(ToolError, match="nobody asks for it; leave it out"):
        tool.TOOL.run(delivering(), arguments)


@pytest.mark.django_db(transaction=True)
def test_the_very_draft_is_published_and_sent(delivering):
    bench = delivering()

    answer = send(bench)

    issue = Issue.objects.get()
    assert (issue.markdown, issue.draft_sha256) == (MARKDOWN, SHA)
    assert (answer["accepted"], answer["recipients"]) == (1, 1)
    assert [line.kind for line in bench.staged] == [
        Kind.ISSUE_PUBLISHED,
        Kind.EMAIL_SENT,
    ]
    assert send_issue.TOOL.summarise(answer) == "issue 1 to 1"


@pytest.mark.django_db(transaction=True)
def test_sending_again_after_a_crash_sends_nothing_twice(delivering):
    bench = delivering()
    first = send(bench)
    bench.staged.clear()

    again = send(bench)

    assert again == first
    assert Issue.objects.count() == 1
    assert Delivery.objects.get().attempts == 1


@pytest.mark.django_db(transaction=True)
def test_an_issue_that_must_not_leave_is_on_no_page_and_in_no_log(delivering):
    bench = delivering()
    bench.newsletter.rubric = {"nonsense": 1}
    bench.newsletter.save()

    with pytest.raises(ToolError, match=r"is not sent\..*nonsense"):
        send(bench)

    assert not Issue.objects.exists()
    assert not Delivery.objects.exists()
    assert bench.staged == []


def test_a_dry_run_makes_a_preview_and_tells_nobody(delivering):
    bench = delivering(is_dry_run=True)

    answer = send(bench)

    assert (answer["dry_run"], answer["recipients"]) == (True, 0)
    assert Issue.objects.get().status == Issue.Status.PREVIEW
    assert [line.kind for line in bench.staged] == [Kind.EMAIL_SENT]
    assert not Delivery.objects.exists()


@pytest.fixture
def relay(monkeypatch):
    """A relay that is away so often."""

    class Relay:
        problems = ["no connection to the mail server"]

    def report(issue, cleared, is_over):
        problem = Relay.problems.pop(0) if Relay.problems else ""
        counts = dict.fromkeys(Delivery.State, 0)
        return SendReport(issue.pk, "smtp", counts, {}, {}, problem=problem)

    monkeypatch.setattr(delivery, "send", report)
    return Relay


def test_a_relay_that_is_away_is_asked_once_more(delivering, relay, waits):
    bench = delivering()

    assert send(bench)["transport"] == "smtp"

    assert waits == [2.0]
    assert len(bench.staged) == 2


def test_a_relay_that_stays_away_is_told_and_nothing_is_claimed(
    delivering, relay, waits
):
    relay.problems = ["no connection to the mail server"] * 2
    bench = delivering()

    with pytest.raises(ToolError, match="no connection to the mail server"):
        send(bench)

    assert bench.staged == []


def test_what_only_an_operator_settles_is_told_at_once(delivering, waits):
    bench = delivering()
    LedgerHome.objects.update_or_create(pk=1, defaults={"place": "elsewhere"})

    with pytest.raises(Barred, match=r"manage\.py restored"):
        send(bench)

    assert waits == []
    assert not Delivery.objects.exists()


def test_an_issue_whose_readers_are_written_down_is_out_though_its_letters_wait(
    delivering, monkeypatch, waits
):
    bench = delivering()
    away = Unreachable("No way into the mail server")
    monkeypatch.setattr(delivery, "open_transport", lambda _: Away(away))

    answer = send(bench)

    assert (answer["accepted"], answer["waiting"]) == (0, 1)
    assert waits == [2.0]
    [_, sent] = bench.staged
    assert sent.kind == Kind.EMAIL_SENT
    assert sent.data.problem == "No way into the mail server"
    assert Delivery.objects.get().state == Delivery.State.QUEUED


def test_nothing_new_is_on_the_log_where_every_letter_was_tried(delivering):
    bench = delivering()

    send(bench)

    sent = bench.staged[-1].data
    assert sent.waiting == 0
    assert "problem" not in sent.model_dump()


def test_a_worker_that_is_told_to_stop_leaves_the_rest_to_the_clock(
    delivering, make_session
):
    bench = delivering()
    taken = leases.take(make_session().pk, "memory")
    bench.lease = taken
    heartbeat.release()

    answer = send(bench)

    assert (answer["accepted"], answer["waiting"]) == (0, 1)
    assert Delivery.objects.get().state == Delivery.State.QUEUED
    assert bench.staged[-1].kind == Kind.EMAIL_SENT
