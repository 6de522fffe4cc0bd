"""A writer with views: marked as ours, resting on their item, and only where asked for."""

from dataclasses import replace

import pytest

from agents.engine import sessions
from agents.events.harness import TakenInterests
from agents.models import Session, ToolCall
from agents.testing.minds import Call
from agents.testing.prompted import prompted_mind
from agents.tests.support.careless import Careless
from newsletter.drafts.draft import is_view, sentences
from newsletter.drafts.rules.structure import VIEW
from newsletter.interests.reading import read
from newsletter.models import Issue

pytestmark = pytest.mark.django_db(transaction=True)
pytest_plugins = ["agents.tests.support.platform_fixtures"]

OURS = "wait two weeks, then try it on your own work."
INTERESTS = "name: Mine\nreaders: Developers of agents.\ntopics: [agents]\n"


def _with_view(markdown, view):
    """The draft with a view at the end of its first item."""
    head, sign, rest = markdown.partition("\n\n### 2. ")
    return f"{head}\n\n**{VIEW}** {view}{sign}{rest}"


def opinionated(prompt):
    said = prompted_mind(prompt)
    if prompt.slug != "writer":
        return said
    calls = [
        Call(one.tool, {**one.arguments, "data": _viewed(one.arguments["data"])})
        if one.tool == "emit_event"
        else one
        for one in said.calls
    ]
    return replace(said, calls=tuple(calls))


def _viewed(data):
    return {**data, "markdown": _with_view(data["markdown"], OURS)}


def _figured(data):
    """A view that states a figure of which its item knows nothing."""
    return {**data, "markdown": data["markdown"].replace(OURS, "4,321 farms waited.")}


def play(arena, monkeypatch, mind, text):
    taken = TakenInterests.of("mine", read(text))
    start = sessions.start
    monkeypatch.setattr(
        sessions, "start", lambda of, plan: start(of, replace(plan, interests=taken))
    )
    return arena.play(("messages",), mind)


def refusals():
    refused = ToolCall.objects.filter(tool="emit_event", is_error=True)
    return " ".join(str(one.content) for one in refused)


def test_a_view_is_marked_as_one_and_one_with_an_invented_figure_is_refused(
    arena, small_week, monkeypatch
):
    careless = Careless(opinionated, slips={"writer": [(_figured, "4,321")]})

    found = play(arena, monkeypatch, careless, f"{INTERESTS}opinions: yes\n")

    assert (found.ending, found.problems) == ("issue", [])
    assert "4,321" in refusals()
    issue = Issue.objects.get()
    views = [one.text for one in sentences(issue.draft) if is_view(one.text)]
    assert views == [f"{VIEW} {OURS}"]
    assert "4,321" not in issue.markdown


@pytest.mark.slow
def test_where_nobody_asked_for_opinions_there_are_none(arena, monkeypatch):
    found = play(arena, monkeypatch, opinionated, INTERESTS)

    assert "keep the best 0" in refusals()
    assert found.problems == []
    assert not any(VIEW in one.markdown for one in Issue.objects.all())
    assert Session.objects.get().is_over
