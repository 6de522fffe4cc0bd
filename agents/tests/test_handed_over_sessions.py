"""Whole sessions over real HTTP before a model that insists on what is refused."""

from dataclasses import dataclass, replace

import pytest

from agents.events import wording
from agents.events.schema import Kind
from agents.models import Session
from agents.runs.replay import replay
from agents.testing.minds import Call, Said
from agents.testing.prompted import prompted_mind
from agents.watching.stand_ins import stand_ins
from newsletter.models import Issue

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_week"),
]
pytest_plugins = ["agents.tests.support.platform_fixtures"]

TODO = "TODO: say what changed."
AGAIN = "The writer handed in the same draft again"


def deaf(prompt):
    """A prompt less what was refused: who does not hear it says the same again."""
    kept = tuple(one for one in prompt.exchanges if not one.is_error)
    before = tuple(one for one in prompt.before if not one.is_error)
    return replace(prompt, exchanges=kept, before=before)


@dataclass(frozen=True)
class Insisting:
    """Whoever writes the issue leaves a placeholder in it, whatever it is told."""

    slugs: tuple[str, ...] = ("writer", "finalize_newsletter")

    def __call__(self, prompt):
        if prompt.slug not in self.slugs:
            return prompted_mind(prompt)
        said = prompted_mind(deaf(prompt))
        return replace(said, calls=tuple(map(self._left, said.calls)))

    def _left(self, call):
        if call.tool != "emit_event":
            return call
        data = call.arguments["data"]
        title, gap, rest = data["markdown"].partition("\n\n")
        data = {**data, "markdown": f"{title}{gap}{TODO} {rest}"}
        return Call(call.tool, {**call.arguments, "data": data})


def rejecting(prompt):
    """A critic to whom nothing is good enough."""
    if prompt.slug != "critic":
        return prompted_mind(prompt)
    if not any(one.tool == "read_passages" for one in prompt.exchanges):
        return Said(calls=(Call("read_passages"),))
    problem = {"code": "taste", "where": "lead", "message": "I would not say it so."}
    told = {"event_type": "critic_rejection", "data": {"problems": [problem]}}
    return Said(calls=(Call("emit_event", told),))


@pytest.mark.parametrize(
    "workflow", ["", pytest.param("digest", marks=pytest.mark.slow)]
)
def test_a_letter_by_rules_comes_of_drafts_that_were_refused_to_the_end(
    arena, subtests, workflow
):
    found = arena.play(("messages", "local"), Insisting(), workflow)

    session, issue = Session.objects.get(), Issue.objects.get()
    [handed] = session.events.of_kind(Kind.DRAFTING_HANDED_OVER)
    last = session.events.of_kind(Kind.DRAFT_WRITTEN).order_by("seq").last()
    assert (found.ending, found.problems) == ("issue", [])
    assert TODO not in issue.markdown
    assert handed.data["reason"].startswith(AGAIN)
    assert last.brain == "local"
    assert last.instead_of == f"messages: {handed.data['reason']}"
    with subtests.test("log, desk and readers are told who wrote, and why"):
        told = wording.describe(handed.event_type, handed.data)
        assert told.startswith(
            f"local writes and criticises from here on, instead of messages: {AGAIN}"
        )
        writer = handed.data["step"].replace("_", " ")
        standing_in = stand_ins([session.pk])[session.pk].words
        assert standing_in.startswith(f"as {writer}: {AGAIN}")
        assert any("rules" in line.lower() for line in issue.disclosures)
    with subtests.test("it is replayed without a difference"):
        parts = list(replay(session))
        assert [part for part in parts if part.difference] == []
        by_rules = f"{last.agent_name}.3"
        assert any(part.what == by_rules and "local" in part.how for part in parts)


def test_a_critic_to_whom_nothing_is_good_enough_gives_way_too(arena):
    found = arena.play(("messages", "local"), rejecting)

    session = Session.objects.get()
    approved = session.events.of_kind(Kind.DRAFT_APPROVED).get()
    assert (found.ending, found.problems) == ("issue", [])
    assert approved.brain == "local"


def test_where_models_alone_are_wanted_there_is_no_letter(arena):
    found = arena.play(("messages",), Insisting())

    session = Session.objects.get()
    assert found.ending.startswith(AGAIN)
    assert not session.events.of_kind(Kind.DRAFTING_HANDED_OVER)
    assert not Issue.objects.exists()
