"""The tools: what each answers, what it refuses, and how long it tries."""

import pytest
from django.db import DatabaseError, connection
from pydantic import Field

from agents.events import Kind
from agents.tests import newsroom, stepping
from agents.tests.benching import make_bench
from agents.tests.playing import make_story
from agents.tools import (
    TOOLS,
    ToolError,
    emit_event,
    fetch_page,
    get_events,
    get_subscribers,
    search_sources,
    send_issue,
    verify_links,
)
from agents.tools import base as tools_base
from agents.tools.base import Arguments, Passing, Tool
from newsletter.draft import sha256_of
from newsletter.models import Issue, Source
from newsletter.sample.catalogue import NO_FEED, REFUSING
from newsletter.tests.making import MARKDOWN
from subscribers import delivery
from subscribers.delivery import SendReport
from subscribers.models import Delivery
from subscribers.tests.makers import make_reader, make_readers

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def letters_in_files(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"


@pytest.fixture
def bench(make_session):
    """The memory agent's."""
    return make_bench(make_session(), "memory")


# --- What every tool does -----------------------------------------------------------


class Count(Arguments):
    text: str = Field(max_length=20)


@pytest.fixture
def waits(monkeypatch):
    """How long was waited, in seconds, without waiting."""
    waited = []
    monkeypatch.setattr(tools_base.time, "sleep", waited.append)
    return waited


def failing(times, **fields):
    """A tool that fails so often in passing, and then answers how often it was tried."""
    tried = []

    def act(_, arguments):
        tried.append(arguments)
        if len(tried) <= times:
            raise Passing("the relay is away")
        return len(tried)

    return Tool("count", "Counts.", Count, act, **fields)


def test_every_tool_stands_under_its_own_name():
    assert {name: tool.name for name, tool in TOOLS.items()} == dict(
        zip(TOOLS, TOOLS, strict=True)
    )
    assert all(tool.description.endswith(".") for tool in TOOLS.values())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "count does not take these arguments: text: Field required."),
        ({"text": 3}, "text: Input should be a valid string"),
        ({"text": "x" * 21}, "text: String should have at most 20 characters"),
        ({"text": "x", "loud": True}, "loud: Extra inputs are not permitted"),
        ("text", "arguments: Input should be a valid dictionary"),
    ],
)
def test_wrong_arguments_are_named(bench, arguments, told):
    with pytest.raises(ToolError) as refused:
        failing(0).run(bench, arguments)

    assert told in str(refused.value)


def test_no_more_than_eight_faults_are_named(bench):
    with pytest.raises(ToolError) as refused:
        failing(0).run(bench, {f"word{number}": 1 for number in range(20)})

    assert str(refused.value).count("; ") == 7


def test_what_fails_in_passing_is_tried_again_and_the_wait_doubles(bench, waits):
    assert failing(2, attempts=3, first_wait_seconds=0.5).run(bench, {"text": "x"}) == 3

    assert waits == [0.5, 1.0]


def test_what_goes_on_failing_is_given_up(bench, waits):
    with pytest.raises(ToolError, match=r"^count failed: the relay is away$"):
        failing(3, attempts=3, first_wait_seconds=1).run(bench, {"text": "x"})

    assert waits == [1, 2]


def test_a_tool_is_not_tried_again_after_the_deadline(bench, waits):
    bench.deadline = 0

    with pytest.raises(ToolError, match="the relay is away"):
        failing(1, attempts=3).run(bench, {"text": "x"})

    assert waits == []


def test_a_tool_is_tried_once_unless_it_says_otherwise(bench, waits):
    with pytest.raises(ToolError):
        failing(1).run(bench, {"text": "x"})

    assert waits == []


def test_what_the_agent_can_mend_is_not_tried_again(bench, waits):
    def refuses(*_):
        raise ToolError("Say it otherwise.")

    with pytest.raises(ToolError, match="Say it otherwise"):
        Tool("count", "Counts.", Count, refuses, attempts=3).run(bench, {"text": "x"})

    assert waits == []


# --- emit_event ---------------------------------------------------------------------


def emit(bench, kind, **data):
    return emit_event.TOOL.run(bench, {"event_type": kind, "data": data})


def test_an_agent_emits_its_own_kind(bench):
    assert emit(bench, "covered_topics") == {"ok": True, "event_type": "covered_topics"}

    assert [(line.kind, line.envelope.agent) for line in bench.staged] == [
        (Kind.COVERED_TOPICS, "memory")
    ]


@pytest.mark.parametrize("kind", ["email_sent", "draft_written", "nonsense", ""])
def test_an_agent_cannot_emit_anothers_kind(bench, kind):
    with pytest.raises(ToolError) as refused:
        emit(bench, kind)

    assert str(refused.value) == (
        f"The memory agent may not emit {kind!r}; it may emit: covered_topics."
    )
    assert bench.staged == []


@pytest.mark.parametrize("kind", ["verification_passed", "email_sent"])
@pytest.mark.parametrize("step", ["verifier", "delivery"])
def test_what_code_measures_no_agent_can_claim(make_session, step, kind):
    with pytest.raises(ToolError, match=r"may not emit .* it may emit: nothing"):
        emit(make_bench(make_session(), step), kind)


def test_a_terminal_event_is_emitted_once(bench):
    emit(bench, "covered_topics")

    with pytest.raises(ToolError, match="accepted already; you are done"):
        emit(bench, "covered_topics")

    assert len(bench.staged) == 1


def test_data_that_does_not_fit_is_refused_where_it_does_not(bench):
    with pytest.raises(ToolError) as refused:
        emit(bench, "covered_topics", topics=[{"story_id": "a"}], mood="good")

    assert "covered_topics was refused: topics.0.title: Field required" in str(
        refused.value
    )
    assert "mood: Extra inputs are not permitted" in str(refused.value)
    assert bench.staged == []


def test_what_code_does_not_certify_is_refused_in_its_words(make_session):
    bench = make_bench(make_session(), "research_papers")
    story = make_story(kind="paper").model_dump(mode="json")

    with pytest.raises(ToolError, match="No tool returned these addresses"):
        emit(bench, "papers_researched", papers=[story])

    assert bench.staged == []


# --- get_events ---------------------------------------------------------------------


def events(bench, **arguments):
    found = get_events.TOOL.run(bench, arguments)
    return [event["event_type"] for event in found]


def test_an_agent_reads_its_own_session_oldest_first(make_session):
    bench = make_bench(make_session(), "evaluator")

    kinds = [Kind.COVERED_TOPICS, Kind.LAUNCHES_RESEARCHED]
    assert events(bench, event_types=kinds) == kinds
    assert events(bench)[0] == Kind.SESSION_STARTED


def test_the_limit_leaves_the_newest(make_session):
    bench = make_bench(make_session(), "evaluator")

    assert events(bench, limit=2) == [Kind.PAPERS_RESEARCHED, Kind.STEP_STARTED]


@pytest.mark.parametrize("limit", [0, 201])
def test_a_limit_out_of_bounds_is_refused(bench, limit):
    with pytest.raises(ToolError, match="limit: Input should be"):
        events(bench, limit=limit)


def test_events_are_read_of_one_agent_alone(make_session):
    bench = make_bench(make_session(), "evaluator")

    assert events(bench, agent="research_papers") == [Kind.PAPERS_RESEARCHED]
    assert events(bench, agent="nobody") == []


def test_earlier_sessions_are_read_by_name_or_all_at_once(make_session):
    earlier = make_session()
    stepping.do(earlier, Kind.COVERED_TOPICS)
    bench = make_bench(make_session(), "memory")
    wanted = [Kind.COVERED_TOPICS]

    assert events(bench, event_types=wanted) == []
    assert events(bench, event_types=wanted, session=earlier.name) == wanted
    assert events(bench, event_types=wanted, session="*") == wanted


def test_another_newsletters_sessions_are_not_read(make_session):
    other = make_session("monthly")
    stepping.do(other, Kind.COVERED_TOPICS)
    bench = make_bench(make_session(), "memory")

    assert events(bench, session=other.name) == []
    assert events(bench, event_types=[Kind.COVERED_TOPICS], session="*") == []


# --- get_subscribers ----------------------------------------------------------------


def test_readers_are_counted_and_never_told(bench):
    make_readers(bench.newsletter, 3)
    make_reader(bench.newsletter, status="pending")

    answer = get_subscribers.TOOL.run(bench, {})

    assert answer == {"readers": 3, "from": "table"}


def test_where_the_table_cannot_be_read_the_setting_is_counted(bench, settings):
    settings.RECIPIENT_EMAILS = ["a@readers.example", "b@readers.example"]

    def is_away(execute, sql, *arguments):
        if "subscribers_subscriber" in sql:
            raise DatabaseError("permission denied")
        return execute(sql, *arguments)

    with connection.execute_wrapper(is_away):
        answer = get_subscribers.TOOL.run(bench, {})

    assert answer == {"readers": 2, "from": "settings"}


# --- search_sources and fetch_page --------------------------------------------------


@pytest.fixture
def searching(bench, settings):
    bench.session.as_of = bench.session.as_of.replace(year=2025, month=8, day=7)
    return bench


def test_a_search_keeps_what_it_tells_and_makes_its_addresses_known(searching):
    found = search_sources.TOOL.run(searching, {"kind": "launch", "limit": 3})

    assert len(found["stories"]) == 3
    assert found["considered"] > 3
    for story in found["stories"]:
        assert story["url"] in searching.addresses
        assert Source.objects.filter(url=story["url"], is_sample=True).exists()
        if story["summary"]:
            assert Source.objects.filter(sha256=story["source_sha256"]).exists()


def test_a_source_that_failed_is_reported_and_stops_nobody(searching):
    found = search_sources.TOOL.run(searching, {"kind": "launch"})

    failed = {report["name"] for report in found["sources"] if report["fault"]}
    answered, tried = len(found["sources"]) - len(failed), len(found["sources"])
    assert failed == {NO_FEED, REFUSING}
    assert search_sources.TOOL.summarise(found) == (
        f"{found['considered']} stories from {answered} of {tried} sources"
    )


@pytest.mark.parametrize("days", [0, 32])
def test_research_looks_back_from_a_day_to_a_month(bench, days):
    with pytest.raises(ToolError, match="days: Input should be"):
        search_sources.TOOL.run(bench, {"kind": "launch", "days": days})


def test_a_search_is_for_launches_or_papers(bench):
    with pytest.raises(ToolError, match="kind: Input should be 'launch' or 'paper'"):
        search_sources.TOOL.run(bench, {"kind": "rumour"})


def test_a_page_is_read_kept_and_known(bench, monkeypatch):
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        [page] = fetch_page.TOOL.run(bench, {"urls": [newsroom.LAUNCH]})["pages"]

    source = Source.objects.get()
    assert page["sha256"] == source.sha256
    assert newsroom.SPEED in page["text"]
    assert page["text"] == source.text
    assert not page["is_cut"]
    assert bench.addresses == {newsroom.LAUNCH}


def test_a_page_that_is_not_there_is_told_and_not_known(bench, monkeypatch):
    absent = "https://lab.example/absent"
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        content = fetch_page.TOOL.run(bench, {"urls": [absent, newsroom.PAPER]})

    told = {page["url"]: page for page in content["pages"]}
    assert set(told[absent]) == {"url", "fault"}
    assert "404" in told[absent]["fault"]
    assert bench.addresses == {newsroom.PAPER}
    summary = fetch_page.TOOL.summarise(content)
    assert summary.startswith(f"1 of 2 pages read; {absent} (")


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "http://169.254.169.254/latest", "file:///etc/passwd", "x"],
)
def test_no_agent_reaches_what_is_not_public(bench, monkeypatch, url):
    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        [page] = fetch_page.TOOL.run(bench, {"urls": [url]})["pages"]

    assert page["fault"]
    assert bench.addresses == set()
    assert not Source.objects.exists()


def test_a_long_page_is_shown_in_part_and_kept_whole(bench, monkeypatch):
    texts = [f"Sentence {number} of a long page tells this." for number in range(900)]
    page = newsroom.page("A long page", *texts)
    with newsroom.serving({newsroom.LAUNCH: page}, monkeypatch):
        [told] = fetch_page.TOOL.run(bench, {"urls": [newsroom.LAUNCH]})["pages"]

    assert told["is_cut"]
    assert len(told["text"]) == fetch_page.SHOWN_CHARACTERS
    assert len(Source.objects.get().text) > fetch_page.SHOWN_CHARACTERS


@pytest.mark.parametrize("number", [0, 13])
def test_one_to_twelve_pages_are_read_at_once(bench, number):
    with pytest.raises(ToolError, match="urls: Tuple should have at"):
        fetch_page.TOOL.run(bench, {"urls": ["https://lab.example/"] * number})


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
    with pytest.raises(ToolError, match="Extra inputs are not permitted"):
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

    def report(issue):
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
