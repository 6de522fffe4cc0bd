"""Shut pages and thin weeks, through whole sessions of the local brain."""

import io
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command

from agents.engine import sample_or_live
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import small_week
from newsletter.models import Issue, Newsletter, Source
from newsletter.research.documents import Post, Submission
from newsletter.research.ranking.profile import default_profile
from newsletter.research.sample import library, week
from newsletter.research.sample.catalogue import outlets as sample_outlets

pytestmark = pytest.mark.django_db(transaction=True)
SHUT = "https://openai.com/index/introducing-gpt-5-5/"
LINE = (
    "GPT-5.5 is a new model for coding, research and data analysis, and it is available "
    "in the API from today."
)
VOICE = (
    "GPT-5.5 is in the API of OpenAI today at $5 for a million tokens of input and $30 "
    "for a million tokens of output. I gave GPT-5.5 a repository of 40,000 lines, and it "
    "found the cause of a race condition in eleven minutes with 14 calls of tools. Its "
    "context holds a million tokens, and the price doubles beyond 272,000 of them."
)
AT = datetime(2025, 8, 5, 17, tzinfo=UTC)


def make_post(**fields):
    own = {"outlet": "OpenAI", "publisher": "OpenAI", "published": AT}
    told = {"title": "Introducing GPT-5.5", "rewritten": True, "text": (LINE,)}
    return Post(**{"url": SHUT, **own, **told, **fields})


@pytest.fixture
def play(settings, tmp_path, monkeypatch):
    """A session over the sample's week in which OpenAI also launched GPT-5.5."""
    settings.CRUX_SOURCES = "sample"
    settings.CRUX_BRAINS = ["local"]
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    with ExitStack() as stack:

        def play(*others, own_text=(LINE,)):
            # Of one publisher two launches are told: its others of the week make room.
            rest = [post for post in library.posts() if post.publisher != "OpenAI"]
            posts = (make_post(text=own_text), *others, *rest)
            noticed = Submission(
                id="45000001",
                created=AT,
                title="GPT-5.5",
                url=SHUT,
                points=647,
                comments=500,
            )
            shut = library.Behaviour(
                url=SHUT, status=403, head_status=403, why="a wall"
            )
            given = {
                "posts": posts,
                "submissions": (noticed, *library.submissions()),
                "behaviours": {**library.behaviours(), SHUT: shut},
            }
            for name, value in given.items():
                monkeypatch.setattr(library, name, lambda value=value: value)
            routes = stack.enter_context(week.serve())
            monkeypatch.setattr(sample_or_live, "_sample_routes", lambda: routes)
            call_command("demo", stdout=io.StringIO())
            return Session.objects.latest("pk")

        yield play


@pytest.fixture
def among_few():
    with small_week.told_by("OpenAI", "Anthropic", "Simon Willison", "Hacker News"):
        yield


def test_it_is_told_from_its_feed_and_from_another_voice_each_cited(play, among_few):
    session = play(
        make_post(
            url="https://simonwillison.net/2025/Aug/5/gpt-5-5/",
            outlet="Simon Willison",
            publisher="Simon Willison",
            title="GPT-5.5",
            text=(VOICE,),
        )
    )

    issue = Issue.objects.get(session_name=session.name)
    assert issue.coverage.filter(url=SHUT).exists()
    assert f"[OpenAI, from its feed, 5 August](<{SHUT}>)" in issue.markdown
    quotes = dict(issue.citations.values_list("url", "quote"))
    assert quotes[SHUT] in LINE
    assert quotes["https://simonwillison.net/2025/Aug/5/gpt-5-5/"] in VOICE
    assert Source.objects.filter(url=SHUT, text=LINE).exists()
    passed = session.events.of_kind(Kind.VERIFICATION_PASSED).get()
    assert passed.data["outcomes"][SHUT.rstrip("/")] == "blocked"
    # The wall is told, and proves nothing against an address that its outlet gave.
    assert "blocked" in [one["outcome"] for one in passed.data["warnings"]]


def test_without_a_feed_line_the_other_voice_tells_it(play, among_few):
    voice = "https://simonwillison.net/2025/Aug/5/gpt-5-5/"
    other = {"outlet": "Simon Willison", "publisher": "Simon Willison"}
    session = play(
        make_post(url=voice, title="GPT-5.5", text=(VOICE,), **other),
        own_text=(),
    )

    issue = Issue.objects.get(session_name=session.name)
    assert issue.coverage.filter(url=voice).exists()
    assert f"[Simon Willison, 5 August](<{voice}>)" in issue.markdown


def test_without_another_voice_it_stands_with_its_link_alone(play, among_few):
    session = play()

    issue = Issue.objects.get(session_name=session.name)
    _, _, also = issue.markdown.partition("## Also shipped")
    assert f"[OpenAI: Introducing GPT-5.5](<{SHUT}>)" in also
    assert issue.coverage.filter(url=SHUT).exists()


@pytest.fixture
def of_openai_alone(monkeypatch):
    [openai] = [spec for spec in sample_outlets() if spec.name == "OpenAI"]
    [arxiv] = [spec for spec in sample_outlets() if spec.how == "arxiv"]
    nothing = replace(arxiv, terms=("math.HO",))
    monkeypatch.setattr(sample_or_live, "outlets", lambda _: [openai, nothing])


def test_a_rubric_may_refuse_an_issue_of_shut_pages(play, of_openai_alone):
    Newsletter.objects.create(
        slug="crux",
        title="Crux",
        profile=default_profile(),
        rubric={"link_policy": {"blocked": "fail"}},
    )

    with pytest.raises(CommandError):
        play()

    session = Session.objects.latest("pk")
    assert session.status == Session.Status.ABORTED
    assert "1 with their pages shut, which its rubric refuses" in session.reason


@pytest.mark.parametrize(
    ("rubric", "there", "absent"),
    [
        ({"published_launches": 0}, "Research worth knowing", "What shipped"),
        ({"published_papers": 0}, "What shipped", "Research worth knowing"),
    ],
)
def test_an_issue_does_not_speak_of_what_its_newsletter_never_publishes(
    settings, tmp_path, small_week, rubric, there, absent
):
    settings.CRUX_SOURCES = "sample"
    settings.CRUX_BRAINS = ["local"]
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    Newsletter.objects.create(
        slug="crux",
        title="Crux",
        profile=default_profile(),
        shared_outlets=True,
        rubric=rubric,
    )

    call_command("demo", stdout=io.StringIO())

    issue = Issue.objects.get(session_name=Session.objects.latest("pk").name)
    assert f"## {there}" in issue.markdown
    assert f"## {absent}" not in issue.markdown
    assert "has no launch" not in issue.markdown
    assert "has no paper" not in issue.markdown


def test_a_week_of_one_launch_gives_a_short_issue_that_says_so(
    settings, tmp_path, monkeypatch
):
    settings.CRUX_SOURCES = "sample"
    settings.CRUX_BRAINS = ["local"]
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"
    [only] = [spec for spec in sample_outlets() if spec.name == "Qwen"]
    [arxiv] = [spec for spec in sample_outlets() if spec.how == "arxiv"]
    nothing = replace(arxiv, terms=("math.HO",))
    monkeypatch.setattr(sample_or_live, "outlets", lambda _: [only, nothing])

    call_command("demo", stdout=io.StringIO())

    session = Session.objects.latest("pk")
    issue = Issue.objects.get(session_name=session.name)
    assert len(issue.draft.stories) == 1
    assert "Research worth knowing" not in issue.markdown
    assert "This issue has one story of the week to 7 August." in issue.markdown
    assert "chosen from" not in issue.markdown
    assert "looks back ten days: the week itself had too little." in issue.markdown
