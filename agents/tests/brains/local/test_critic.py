"""The local brain's critic, alone with hands that answer from a script."""

from agents.brains.base import ToolResult
from agents.brains.local.critic import criticise
from agents.brains.local.writer import write
from agents.events.drafts import DraftWritten
from agents.tests.support.scripted_hands import (
    OTHER_TEXT,
    FakeHands,
    chosen,
    make_brief,
    make_story,
    written,
)


class RefusingHands(FakeHands):
    """Hands whose approval code does not certify."""

    def use(self, tool, arguments, *, call_id=None, turn=0):
        if arguments.get("event_type") == "draft_approved":
            return ToolResult("This draft cannot be approved: unchosen.", is_error=True)
        return super().use(tool, arguments, call_id=call_id)


def test_the_critic_rejects_what_code_will_not_certify_in_codes_words():
    other = make_story(2, title="Compiler 3.1", summary=OTHER_TEXT)
    hands = FakeHands(*chosen(make_story(1), other))
    write(make_brief(), hands)
    judging = RefusingHands(written(hands))

    criticise(make_brief("critic"), judging)

    [(kind, data)] = judging.emitted
    assert kind == "critic_rejection"
    assert data["problems"][0]["message"].endswith("cannot be approved: unchosen.")


def test_the_critic_rejects_a_broken_draft_with_the_rule_it_breaks():
    hands = FakeHands(DraftWritten(subject="Hi", markdown="No structure at all."))

    criticise(make_brief("critic"), hands)

    [(kind, data)] = hands.emitted
    assert kind == "critic_rejection"
    assert "sections" in {problem["code"] for problem in data["problems"]}


def test_the_critic_approves_what_the_local_writer_writes():
    other = make_story(2, title="Compiler 3.1", summary=OTHER_TEXT)
    hands = FakeHands(*chosen(make_story(1), other))
    write(make_brief(), hands)
    judging = FakeHands(written(hands))

    criticise(make_brief("critic"), judging)

    [(kind, data)] = judging.emitted
    assert kind == "draft_approved", data
