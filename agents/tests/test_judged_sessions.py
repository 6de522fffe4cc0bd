"""Whole sessions over real HTTP before a model that judges well."""

from dataclasses import dataclass, replace

import pytest

from agents.events.schema import Kind
from agents.models import Session
from agents.testing.judges import by_heart
from agents.testing.minds import Call, Judging, local_mind
from newsletter.models import Issue

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("small_week"),
]
pytest_plugins = ["agents.tests.support.platform_fixtures"]

URL = "https://www.anthropic.com/news/claude-opus-4-1"
QUOTE = (
    "Claude Opus 4.1 scores 74.5% on SWE-bench Verified, two points above the 72.5% of "
    "Claude Opus 4."
)
# What the honest writer quotes of the same page, which the sentences follow.
BEFORE = (
    "“Claude Opus 4.1 keeps the price of Opus 4: $15 per million input tokens and $75 per "
    "million output tokens.”"
)
# True, and code suspects it: its figures stand in another order.
SUSPECT = (
    "Claude Opus 4 scores 72.5% on SWE-bench Verified, two points below the 74.5% of "
    "Claude Opus 4.1."
)
# False, and no rule sees it.
FALSE = "Anthropic tested Claude Opus 4.1 on SWE-bench Verified for several weeks."
FOUND_OUT = "two judges find"


@dataclass(frozen=True)
class Adding:
    """A writer that adds a sentence and insists on it, until judges have failed it."""

    sentence: str

    def __call__(self, prompt):
        if prompt.slug != "writer":
            return local_mind(prompt)
        kept = tuple(one for one in prompt.exchanges if not one.is_error)
        said = local_mind(replace(prompt, exchanges=kept))
        heard = [prompt.message, *(one.answer for one in prompt.exchanges)]
        if any(FOUND_OUT in text for text in heard):
            return said
        return replace(said, calls=tuple(map(self._with_sentence, said.calls)))

    def _with_sentence(self, call):
        if call.tool != "emit_event":
            return call
        data = call.arguments["data"]
        assert BEFORE in data["markdown"]
        cited = {"claim": self.sentence, "quote": QUOTE, "url": URL}
        changed = {
            **data,
            "markdown": data["markdown"].replace(BEFORE, f"{BEFORE} {self.sentence}"),
            "citations": [*data["citations"], cited],
        }
        return Call(call.tool, {**call.arguments, "data": changed})


def data(kind):
    events = Session.objects.get().events.of_kind(kind).order_by("seq")
    return [event.data for event in events]


def test_a_true_sentence_that_code_suspects_is_cleared_and_sent(arena):
    judge = Judging(by_heart({SUSPECT: "supported"}), Adding(SUSPECT))

    found = arena.play(("messages",), judge)

    issue = Issue.objects.get()
    judging = issue.scorecard["judging"]
    assert (found.ending, found.problems) == ("issue", [])
    assert SUSPECT in issue.markdown
    assert judging["cleared"] == 1
    assert judging["model"] == "claude-haiku-5-5"
    told = [failed["invalid_urls"] for failed in data(Kind.VERIFICATION_FAILED)]
    assert not any(SUSPECT in lack["sentence"] for found in told for lack in found)


def test_a_false_sentence_that_code_does_not_suspect_is_failed_by_two_judges(arena):
    judge = Judging(by_heart({FALSE: "says_more"}), Adding(FALSE))

    found = arena.play(("messages",), judge)

    failed = [
        lack
        for told in data(Kind.VERIFICATION_FAILED)
        for lack in told["invalid_urls"]
        if lack["sentence"].startswith(FALSE)
    ]
    assert (found.ending, found.problems) == ("issue", [])
    assert [(lack["outcome"], FOUND_OUT in lack["reason"]) for lack in failed] == [
        ("says_more", True)
    ]
    [asked_again] = data(Kind.SENTENCES_DISPUTED)[0]["sentences"]
    assert asked_again.startswith(FALSE)
    assert FALSE not in Issue.objects.get().markdown
