"""What each key of interests changes: two values, and what comes of either.

A key that has no line in `EFFECTS` fails the build, and so does one that changes nothing.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

import pytest

from agents.brains.local.scouting import plan
from agents.desk.interests import personal
from agents.engine import log
from agents.engine.leases import Lease
from agents.engine.log import Envelope
from agents.events.harness import TakenInterests
from agents.events.reading import words_of
from agents.events.schema import Kind
from agents.prompts.loader import roster
from agents.prompts.roles import ROLES
from agents.runs import briefing, harness
from agents.tests.support.scripted_hands import FakeHands
from agents.workflows import limits
from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.critique import review
from newsletter.drafts.parsing import parse
from newsletter.interests.reading import read
from newsletter.interests.schema import Interests, Models, Topic
from newsletter.research.ranking import select
from newsletter.research.ranking.profile import with_topics
from newsletter.research.story import Kind as StoryKind
from newsletter.research.story import Story

pytestmark = pytest.mark.django_db

OPUS, HAIKU = "claude-opus-5-5", "claude-haiku-5-5"
KEYS = {
    *Interests.model_fields,
    *(f"topics.{name}" for name in Topic.model_fields),
    *(f"models.{name}" for name in Models.model_fields),
}
FIRST = "“Roses were cut in March in forty gardens of the north.”"
SECOND = "“Compost was spread over half of the beds in each garden.”"
DRAFT = f"""\
# Roses

This issue has one launch.

## What shipped

This issue has only one launch: nothing else passed.

### 1. Roses were cut

{FIRST} {SECOND} ([Garden, 5 August](https://garden.example/roses))

**Our view:** cut them in March.

## Research worth knowing

This issue has no paper: nothing passed.
"""


class Table:
    """A session by some interests, and its agents' places."""

    def __init__(self, make_session, text: str) -> None:
        self.taken = TakenInterests.of("mine", read(text))
        self._make_session = make_session
        self.__dict__["cached"] = {}

    def session(self, workflow="scouts"):
        kept = self.__dict__["cached"]
        if workflow not in kept:
            kept[workflow] = self._make_session(workflow=workflow, interests=self.taken)
        return kept[workflow]

    def bench(self, step, workflow="scouts"):
        session = self.session(workflow)
        lease = Lease(0, session.pk, session.name, step, f"{step}.1", 1)
        return harness._bench(lease, session, roster()[step], Envelope())

    def brief(self, step, workflow="scouts"):
        return briefing.brief(self.bench(step, workflow))

    @property
    def editorial(self):
        return self.bench("planner").editorial

    def tasks(self):
        hands = FakeHands(emit_event={})
        plan(self.brief("planner"), hands)
        [(_, arguments)] = [call for call in hands.calls if call[0] == "emit_event"]
        return arguments["data"]["tasks"]

    def first_of(self, *stories: Story) -> str:
        """The title that comes first by these interests."""
        line = self.editorial
        wanted = with_topics(line.profile, line.ranked_topics)
        ranked = select.shortlist(line.marked(stories), wanted, 9)
        return ranked[0].title if ranked else "nothing"

    def codes(self, markdown=DRAFT):
        url = "https://garden.example/roses"
        cited = [
            CitedClaim(
                claim=one, quote=one.strip("“”"), url=url, source_sha256="a" * 64
            )
            for one in (FIRST, SECOND)
        ]
        found = review(parse(markdown), "Roses were cut", cited, self.editorial.rules)
        return {one.code for one in found}


def story(title: str, url: str = "https://paper.example/1", text: str = "") -> Story:
    return Story(
        id=url,
        kind=StoryKind.PAPER,
        title=title,
        url=url,
        publisher="A paper",
        published=date(2025, 8, 5),
        summary=text or title,
    )


ROSES = story("Pruning roses in cold gardens", "https://roses.example/1")
CHESS = story("Openings of chess grandmasters", "https://chess.example/1")
ALSO_ROSES = story("Pruning roses in cold gardens again", "https://other.example/1")


class Effect(NamedTuple):
    """Interests with a key and with another value of it, and what either comes to."""

    one: str
    other: str
    look: Callable[[Table], Any]
    comes_to: tuple[Any, Any]


def _model(role: str) -> Effect:
    step = ROLES[role][0]
    workflow = "brief" if role in ("researcher", "evaluator") else "scouts"
    return Effect(
        f"models: {{{role}: {OPUS}}}",
        f"models: {{{role}: {HAIKU}}}",
        lambda table: harness._front(table.bench(step, workflow)).model,
        (OPUS, HAIKU),
    )


def _kick_off(step: str, line: str) -> Callable[[Table], bool]:
    return lambda table: line in table.brief(step).message


EFFECTS: dict[str, Effect] = {
    "name": Effect(
        "", "name: Rose Post",
        lambda table: personal.newsletter_for(table.taken).title,
        ("Your interests", "Rose Post"),
    ),
    "readers": Effect(
        "readers: People who prune roses in cold gardens",
        "readers: People who study openings of chess",
        lambda table: table.first_of(ROSES, CHESS),
        (ROSES.title, CHESS.title),
    ),
    "language": Effect(
        "", "language: de", lambda table: _kick_off("writer", "language: de")(table),
        (False, True),
    ),
    "topics": Effect(
        "topics: [roses]", "topics: [chess]",
        lambda table: [task["topic"] for task in table.tasks()],
        (["roses"], ["chess"]),
    ),
    "topics.topic": Effect(
        "topics: [{topic: roses}]", "topics: [{topic: chess}]",
        lambda table: table.first_of(ROSES, CHESS),
        (ROSES.title, CHESS.title),
    ),
    "topics.weight": Effect(
        "topics: [{topic: roses, weight: 5}, chess]",
        "topics: [roses, {topic: chess, weight: 5}]",
        lambda table: (
            [task["topic"] for task in table.tasks()], table.first_of(ROSES, CHESS)
        ),
        ((["roses", "chess"], ROSES.title), (["chess", "roses"], CHESS.title)),
    ),
    "topics.notes": Effect(
        "topics: [roses]", "topics: [{topic: roses, notes: old sorts}]",
        lambda table: [task["wanted"] for task in table.tasks()],
        (["roses"], ["old sorts"]),
    ),
    "avoid": Effect(
        "topics: [roses, chess]", "topics: [roses, chess]\navoid: [roses]",
        lambda table: [one.title for one in table.editorial.marked([ROSES, CHESS])],
        ([ROSES.title, CHESS.title], [CHESS.title]),
    ),
    "prefer": Effect(
        "topics: [pruning roses]\nprefer: [roses.example]",
        "topics: [pruning roses]\nprefer: [other.example]",
        lambda table: table.first_of(ROSES, ALSO_ROSES),
        (ROSES.title, ALSO_ROSES.title),
    ),
    "tone": Effect(
        "tone: witty", "tone: As a neighbour talks over the fence.",
        lambda table: [
            _kick_off(step, "tone: As a neighbour talks over the fence.")(table)
            for step in ("writer", "critic")
        ],
        ([False, False], [True, True]),
    ),
    "opinions": Effect(
        "opinions: no", "opinions: yes",
        lambda table: "view" in table.codes(), (True, False),
    ),
    "dig_deeper": Effect(
        "dig_deeper: no", "dig_deeper: yes",
        lambda table: ("deeper" in table.codes(), _kick_off("writer", "Dig deeper:")(table)),
        ((False, False), (True, True)),
    ),
    "models": _model("writer"),
    **{f"models.{role}": _model(role) for role in ROLES},
    "max_tasks": Effect(
        "max_tasks: 1\ntopics: [roses, chess, compost]",
        "max_tasks: 2\ntopics: [roses, chess, compost]",
        lambda table: (log.state(table.session()).most("scout"), len(table.tasks())),
        ((1, 1), (2, 2)),
    ),
    "follow_ups": Effect(
        "follow_ups: 0", "follow_ups: 2",
        lambda table: log.state(table.session()).most(Kind.FOLLOW_UP_ASKED),
        (0, 2),
    ),
    "length": Effect(
        "length: 150", "length: long",
        lambda table: (
            table.editorial.rules.most_words,
            _kick_off("writer", "150 words at most")(table),
            table.editorial.rules.published_launches,
        ),
        ((150, True, 1), (1500, False, 10)),
    ),
}  # fmt: skip


_WHOLE = re.compile("topics:|readers:")


def test_no_key_is_without_an_effect():
    assert EFFECTS.keys() == KEYS


@pytest.mark.parametrize("key", sorted(EFFECTS))
def test_each_key_changes_what_it_says(key, make_session):
    effect = EFFECTS[key]
    tables = [
        Table(make_session, said if _WHOLE.search(said) else f"readers: people\n{said}")
        for said in (effect.one, effect.other)
    ]

    first, second = (effect.look(table) for table in tables)

    assert (first, second) == effect.comes_to
    assert first != second


def test_what_a_session_began_with_is_in_its_log_whatever_is_changed_later(
    make_session,
):
    taken = TakenInterests.of("roses", read("topics: [roses]\nmax_tasks: 2\n"))
    session = make_session(workflow="scouts", interests=taken)

    started = session.events.get(event_type=Kind.SESSION_STARTED).data

    assert f"by interests roses ({taken.sha256[:12]})" in words_of(
        Kind.SESSION_STARTED, started
    )
    assert started["interests"]["name"] == "roses"
    assert started["interests"]["sha256"] == taken.sha256
    assert Interests.model_validate(started["interests"]["values"]) == taken.values
    assert started["limits"] == {limits.TASKS: 2, limits.FOLLOW_UPS: 1}


@pytest.mark.parametrize(
    ("text", "asked", "most"),
    [
        ("topics: [a]", {}, (4, 2)),
        ("topics: [a]\nmax_tasks: 3", {}, (3, 2)),
        ("topics: [a]\nmax_tasks: 3", {limits.TASKS: 7, limits.FOLLOW_UPS: 0}, (7, 0)),
    ],
)
def test_the_command_comes_before_interests_and_they_before_the_setting(
    make_session, settings, text, asked, most
):
    settings.CRUX_MAX_TASKS, settings.CRUX_FOLLOW_UPS = 4, 2
    taken = TakenInterests.of("mine", read(text))

    session = make_session(workflow="scouts", interests=taken, limits=asked)

    state = log.state(session)
    assert (state.most(limits.TASKS), state.most(limits.FOLLOW_UPS)) == most


def test_a_newsletter_without_interests_goes_by_its_own_fields(make_session):
    session = make_session(workflow="scouts")

    assert "interests" not in session.events.get(event_type=Kind.SESSION_STARTED).data
    assert log.state(session).interests is None


@pytest.mark.parametrize("workflow", ["brief", "digest"])
@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("tone: As a neighbour talks.", "tone: As a neighbour talks."),
        ("language: de", "language: de"),
        ("length: 300", "have 300 words at most"),
    ],
)
def test_tone_language_and_length_reach_who_writes_in_each_workflow(
    make_session, workflow, said, line
):
    writer = {"brief": "writer", "digest": "draft_sections"}[workflow]
    table = Table(make_session, f"topics: [roses]\n{said}\n")

    assert line in table.brief(writer, workflow).message


@pytest.mark.parametrize(
    ("workflow", "step"),
    [
        ("brief", "research_launches"),
        ("brief", "evaluator"),
        ("digest", "rate_articles"),
        ("scouts", "planner"),
        ("scouts", "scout_evaluator"),
    ],
)
def test_who_chooses_is_told_weights_notes_what_to_avoid_and_what_to_prefer(
    make_session, workflow, step
):
    table = Table(
        make_session,
        "topics: [{topic: roses, weight: 4, notes: old sorts}]\n"
        "avoid: [lawns]\nprefer: [rhs.org.uk]\n",
    )

    message = table.brief(step, workflow).message

    assert "topic of weight 4: roses (old sorts)" in message
    assert "avoid: lawns" in message
    assert "prefer: rhs.org.uk" in message
