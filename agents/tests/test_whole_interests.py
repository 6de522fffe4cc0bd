"""Whole sessions by interests: on the bundled sample by rules, and as files for one person."""

import json
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError

from agents.brains.scripted import emits
from agents.engine import log, sessions
from agents.engine.again import copying
from agents.events.harness import TakenInterests
from agents.events.schema import Kind
from agents.models import Session
from agents.runs.replay import replay
from agents.tests.support import newsroom
from newsletter.interests.reading import read
from newsletter.models import Issue, Newsletter
from newsletter.tests.support.makers import make_newsletter

MINE = """\
name: Models at Home
readers: Engineers who run coding agents on their own hardware
topics:
- {topic: open weight language models, weight: 3}
- agents
- retrieval
"""


@pytest.fixture(autouse=True)
def here(settings, tmp_path):
    settings.VAR_DIR, settings.DELIVERY_TRANSPORT = tmp_path, "file"
    settings.CRUX_SOURCES, settings.CRUX_BRAINS = "sample", ["local"]
    settings.BASE_URL, settings.RECIPIENT_EMAILS = "http://localhost:8000", []


def began(text, workflow, brain="local", **fields):
    plan = sessions.Plan(
        workflow=workflow,
        sources=Session.Sources.SAMPLE,
        brains=(brain,),
        as_of=datetime(2025, 8, 7, 12, tzinfo=UTC),
        interests=TakenInterests.of("mine", read(text)),
    )
    return sessions.start(make_newsletter(**fields), plan)


def words(issue):
    return sum(item.words for item in issue.draft.stories)


@pytest.mark.slow
@pytest.mark.django_db
def test_casual_in_300_words_with_links_to_go_on_with(monkeypatch):
    session = began(MINE + "tone: casual\nlength: 300\ndig_deeper: yes\n", "scouts")

    newsroom.run(session, {}, monkeypatch)

    assert session.status == Session.Status.FINISHED, session.reason
    issue = Issue.objects.get()
    assert 0 < words(issue) <= 300
    deeper = [item.deeper for item in issue.draft.stories if item.deeper]
    for block in deeper:
        urls = {url for one in block.sentences() for url in one.links}
        assert 2 <= len(urls) <= 3
        outcomes = session.events.get(event_type=Kind.VERIFICATION_PASSED).data[
            "outcomes"
        ]
        assert urls <= outcomes.keys()
        assert all(one.links for one in block.sentences())
    assert deeper
    told = " ".join(issue.disclosures)
    assert "The interests ask for a tone: rules quote, and have none" in told
    assert [part for part in replay(session) if part.difference] == []


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("workflow", "language"), [("brief", "ru"), ("digest", "de")])
def test_length_and_what_to_avoid_hold_in_each_workflow(
    monkeypatch, workflow, language
):
    text = MINE + "length: 300\navoid: [gpt-oss]\nopinions: yes\n"
    text += f"language: {language}\n"
    session = began(text, workflow)

    newsroom.run(session, {}, monkeypatch)

    assert session.status == Session.Status.FINISHED, session.reason
    issue = Issue.objects.get()
    assert 0 < words(issue) <= 300
    assert "gpt-oss" not in " ".join(item.title for item in issue.draft.stories)
    told = " ".join(issue.disclosures)
    assert "The interests ask for opinions: rules have none." in told
    english = "The interests ask for another language: rules write English"
    assert (english in told) is (language == "ru")


@pytest.mark.django_db
def test_a_planner_that_sets_more_tasks_than_interests_allow_is_refused(monkeypatch):
    session = began(MINE + "max_tasks: 2\n", "scouts", "scripted")
    tasks = [{"topic": f"topic {number}"} for number in range(5)]
    script = {"planner": emits(Kind.TASKS_PLANNED, tasks=tasks)}

    newsroom.run(session, script, monkeypatch)

    calls = session.events.of_kind(Kind.TOOL_CALLED).values_list("data", flat=True)
    assert any("give the 2 that matter most" in call["summary"] for call in calls)
    assert not session.events.of_kind(Kind.TASKS_PLANNED).exists()


@pytest.mark.django_db
def test_a_session_run_again_goes_by_the_same_interests(monkeypatch):
    session = began(MINE + "max_tasks: 2\n", "scouts", "scripted")
    newsroom.run(session, {"planner": emits(Kind.TASKS_PLANNED, tasks=[])}, monkeypatch)

    again = copying.run_again(session, "planner")

    before, after = log.state(session), log.state(again)
    assert after.interests == before.interests
    assert after.most("scout") == 2


@pytest.mark.django_db
def test_the_demo_refuses_interests_that_are_wrong_with_their_line(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text("topics: [roses]\ntone: wity\n")

    with pytest.raises(CommandError, match=r"line 2: tone: no tone wity") as refused:
        call_command("demo", "--interests", str(file))

    assert refused.value.returncode == 2
    assert not Session.objects.exists()


# --- For one person -------------------------------------------------------------------


def run(tmp_path, *more, text=MINE):
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    out = StringIO()
    folder = tmp_path / "issue"
    call_command(
        "runnewsletter", "--interests", str(file), "--out", str(folder), *more,
        stdout=out,
    )  # fmt: skip
    return folder, out.getvalue()


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_one_persons_issue_is_written_as_files_and_nothing_is_mailed(tmp_path):
    folder, told = run(tmp_path, "--max-tasks", "1")

    issue = Issue.objects.get()
    assert (folder / "issue.md").read_text() == issue.markdown
    page = (folder / "issue.html").read_text()
    assert issue.subject in page
    assert 'href="evidence.html#c1"' in page
    assert "<script" not in page
    evidence = (folder / "evidence.html").read_text()
    claims = json.loads((folder / "evidence.json").read_text())
    assert len(claims) == issue.citations.count() > 0
    for claim in claims:
        text = folder / "texts" / f"{claim['sha256']}.txt"
        assert text.is_file()
        assert f'href="texts/{text.name}"' in evidence
    assert issue.status == Issue.Status.PUBLISHED
    assert "Nothing was mailed." in told
    assert mail.outbox == []
    assert not list(tmp_path.rglob("*.eml"))
    newsletter = Newsletter.objects.get()
    assert (newsletter.title, newsletter.is_active) == ("Models at Home", False)
    [session] = Session.objects.all()
    assert log.state(session).most("scout") == 1


@pytest.mark.slow
@pytest.mark.usefixtures("committed")
def test_where_it_could_reach_anybody_it_is_a_rehearsal(tmp_path, settings):
    settings.RECIPIENT_EMAILS = ["somebody@example.com"]

    _, told = run(tmp_path)

    assert "It was a rehearsal: the next issue does not know of it." in told
    assert Issue.objects.get().status == Issue.Status.PREVIEW
    assert not list(tmp_path.rglob("*.eml"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--interests", "nix"), "No file and no interests nix; kept: none."),
        (("--interests", "{file}"), "line 1: no key topic (the nearest is topics)"),
        (
            ("--interests", "x", "--newsletter", "y"),
            "--interests makes an issue of its",
        ),
        (("--max-tasks", "21"), "--max-tasks takes a whole number from 1 to 20"),
        (("--follow-ups", "4"), "--follow-ups takes a whole number from 0 to 3"),
    ],
)
def test_what_cannot_be_is_refused_before_a_session_begins(tmp_path, arguments, told):
    make_newsletter()
    file = tmp_path / "wrong.yaml"
    file.write_text("topic: roses\n")

    with pytest.raises(CommandError) as refused:
        call_command("runnewsletter", *(one.format(file=file) for one in arguments))

    assert told in str(refused.value)
    assert refused.value.returncode == 2
    assert not Session.objects.exists()
