"""What agents propose and code refuses: each refusal, and what stands just beside it."""

import pytest

from agents import certify, claims, events, log
from agents.certify import Refused
from agents.events import Kind, Scores
from agents.mandate import site_of
from agents.tests.benching import make_bench
from agents.tests.playing import make_story
from newsletter.draft import sha256_of
from newsletter.models import Correction
from newsletter.rubric import Rubric
from newsletter.story import Kind as StoryKind
from newsletter.tests.making import NOW, make_issue
from newsletter.tests.test_critique import CITATIONS, DRAFT, SUBJECT

pytestmark = pytest.mark.django_db

GOOD = {
    "subject": SUBJECT,
    "markdown": DRAFT,
    "citations": [claim.model_dump(mode="json") for claim in CITATIONS],
}


def proposed(bench, kind, **data):
    """The data as it would be written."""
    return certify.certify(bench, kind, events.parse(kind, data))


def refusal(bench, kind, **data):
    with pytest.raises(Refused) as refused:
        proposed(bench, kind, **data)
    return str(refused.value)


# --- Research -----------------------------------------------------------------------


@pytest.fixture
def launches(make_session):
    return make_bench(make_session(), "research_launches")


def test_a_story_that_no_tool_returned_is_refused_by_its_address(launches):
    known, invented = make_story(1), make_story(2)
    launches.addresses.add(known.url)

    told = refusal(launches, Kind.LAUNCHES_RESEARCHED, launches=[known, invented])

    assert told.startswith(f"No tool returned these addresses: {invented.url}. Give")
    assert known.url not in told


def test_another_spelling_of_a_known_address_is_the_same_address(launches):
    story = make_story(url="https://lab.example/1?utm_source=feed#top")
    launches.addresses.add("https://lab.example/1")

    data = proposed(launches, Kind.LAUNCHES_RESEARCHED, launches=[story])

    assert data.launches == (story,)


def note_reading(claim):
    """Have it in the session's log that a tool returned the story's address."""
    called = events.ToolCalled(
        step="memory",
        key="memory.1",
        attempt=1,
        tool="fetch_page",
        ok=True,
        seconds=1,
        addresses=(make_story().url,),
    )
    claims.record(claim, Kind.TOOL_CALLED, called, log.HARNESS)


def test_an_address_is_known_that_another_step_of_the_session_read(launches):
    note_reading(launches.claim)

    assert proposed(launches, Kind.LAUNCHES_RESEARCHED, launches=[make_story()])


def test_an_address_that_another_session_read_is_not_known(launches, make_session):
    other = make_bench(make_session(), "memory")
    note_reading(other.claim)

    assert "No tool returned" in refusal(
        launches, Kind.LAUNCHES_RESEARCHED, launches=[make_story()]
    )


@pytest.mark.parametrize(
    ("step", "kind", "name", "most"),
    [
        ("research_launches", Kind.LAUNCHES_RESEARCHED, "launches", 7),
        ("research_papers", Kind.PAPERS_RESEARCHED, "papers", 3),
    ],
)
def test_research_gives_as_many_stories_as_the_rubric_asks(
    make_session, step, kind, name, most
):
    bench = make_bench(make_session(), step)
    stories = [make_story(number) for number in range(most + 1)]
    bench.addresses.update(story.url for story in stories)

    assert proposed(bench, kind, **{name: stories[:most]})
    told = refusal(bench, kind, **{name: stories})
    assert told == f"{most + 1} stories are too many; give the best {most}."


def test_a_story_is_given_once(launches):
    story = make_story()
    launches.addresses.add(story.url)

    told = refusal(launches, Kind.LAUNCHES_RESEARCHED, launches=[story, story])

    assert told == f"{story.id} stands there twice; name it once."


def test_no_story_at_all_is_an_answer(launches):
    assert proposed(launches, Kind.LAUNCHES_RESEARCHED, launches=[]).launches == ()


# --- Evaluation ---------------------------------------------------------------------


@pytest.fixture
def evaluating(make_session):
    """An evaluator before seven launches and three papers."""

    def make(**rubric):
        session = make_session()
        session.newsletter.rubric = rubric
        launches = [make_story(number).model_dump(mode="json") for number in range(7)]
        papers = [
            make_story(number, kind=StoryKind.PAPER).model_dump(mode="json")
            for number in range(7, 10)
        ]
        last = {
            Kind.LAUNCHES_RESEARCHED: {"launches": launches},
            Kind.PAPERS_RESEARCHED: {"papers": papers},
        }
        return make_bench(session, "evaluator", last=last)

    return make


def choice(number, **scores):
    given = {"relevance": 8, "depth": 8, "novelty": 8, **scores}
    return {"story_id": make_story(number).id, "scores": given, "why": "It fits."}


def test_a_choice_is_made_among_what_was_researched(evaluating):
    told = refusal(
        evaluating(), Kind.ITEMS_EVALUATED, selected_launches=[choice(0), choice(70)]
    )

    assert told == "Not among the researched launches: https://lab.example/70."


def test_a_paper_is_no_launch_and_takes_no_launchs_place(evaluating):
    bench = evaluating()

    assert refusal(bench, Kind.ITEMS_EVALUATED, selected_launches=[choice(8)]) == (
        "Not among the researched launches: https://lab.example/8."
    )
    assert refusal(bench, Kind.ITEMS_EVALUATED, selected_papers=[choice(1)]) == (
        "Not among the researched papers: https://lab.example/1."
    )


@pytest.mark.parametrize(
    ("name", "numbers", "most"),
    [
        ("selected_launches", range(7), Rubric().published_launches),
        ("selected_papers", range(7, 10), Rubric().published_papers),
    ],
)
def test_no_more_is_chosen_than_may_be_published(evaluating, name, numbers, most):
    bench, choices = evaluating(), [choice(number) for number in numbers]

    assert proposed(bench, Kind.ITEMS_EVALUATED, **{name: choices[:most]})
    told = refusal(bench, Kind.ITEMS_EVALUATED, **{name: choices[: most + 1]})
    assert told.endswith(f"are too many; choose at most {most}.")


def test_a_newsletter_sets_its_own_quota(evaluating):
    bench = evaluating(published_launches=1)

    assert "choose at most 1" in refusal(
        bench, Kind.ITEMS_EVALUATED, selected_launches=[choice(0), choice(1)]
    )


def test_a_story_is_chosen_once(evaluating):
    told = refusal(
        evaluating(), Kind.ITEMS_EVALUATED, selected_launches=[choice(1), choice(1)]
    )

    assert told == "https://lab.example/1 stands there twice; name it once."


@pytest.mark.parametrize(
    ("scores", "axis"),
    [
        ({"relevance": 5}, "relevance 5 is below the floor of 6"),
        ({"depth": 4}, "depth 4 is below the floor of 5"),
        ({"novelty": 5}, "novelty 5 is below the floor of 6"),
        ({"relevance": 6, "depth": 5, "novelty": 6}, "total 17 is below the floor of"),
    ],
)
def test_a_choice_below_a_floor_is_refused_with_the_floor(evaluating, scores, axis):
    told = refusal(
        evaluating(), Kind.ITEMS_EVALUATED, selected_launches=[choice(1, **scores)]
    )

    assert axis in told
    assert told.endswith("reject it instead.")


@pytest.mark.parametrize(
    "scores",
    [
        {"relevance": 6},
        {"depth": 5},
        {"novelty": 6},
        {"relevance": 6, "depth": 6, "novelty": 6},
    ],
)
def test_a_choice_on_a_floor_stands(evaluating, scores):
    assert proposed(
        evaluating(), Kind.ITEMS_EVALUATED, selected_launches=[choice(1, **scores)]
    )


def test_what_is_rejected_may_score_as_low_as_it_likes(evaluating):
    low = {"relevance": 1, "depth": 1, "novelty": 1}
    rejected = {"story_id": make_story(1).id, "scores": low, "reason": "Off topic."}

    data = proposed(evaluating(), Kind.ITEMS_EVALUATED, rejected_items=[rejected])

    assert data.rejected_items[0].scores == Scores(**low)


# --- The critic ---------------------------------------------------------------------


ADDRESSES = (
    "https://a.example/news",
    "https://b.example/1.2",
    "https://hn.example/1",
    "https://arxiv.org/abs/2508.01234",
)


def chosen(*urls):
    """What the log says of a session whose evaluator chose the stories at these urls."""
    stories = [make_story(number, url=url) for number, url in enumerate(urls)]
    scores = {"relevance": 8, "depth": 8, "novelty": 8}
    return {
        Kind.LAUNCHES_RESEARCHED: {"launches": stories},
        Kind.ITEMS_EVALUATED: {
            "selected_launches": [
                {"story_id": story.id, "scores": scores, "why": "It ships."}
                for story in stories
            ]
        },
    }


@pytest.fixture
def criticising(make_session):
    def make(*, urls=ADDRESSES, last=None, **changes):
        draft = {Kind.DRAFT_WRITTEN: {**GOOD, **changes}}
        said = chosen(*urls) | draft | (last or {})
        return make_bench(make_session(), "critic", last=said)

    return make


def test_a_story_that_nobody_chose_cannot_be_approved(criticising):
    told = refusal(criticising(urls=ADDRESSES[:3]), Kind.DRAFT_APPROVED)

    assert "unchosen (1. Method C: faster decoding)" in told
    assert "Model A" not in told


def test_a_site_that_no_story_is_on_and_nobody_reads_cannot_be_linked(criticising):
    told = refusal(criticising(urls=ADDRESSES[:1]), Kind.DRAFT_APPROVED)

    assert "strange: https://b.example/1.2 is on a site" in told
    assert "https://arxiv.org" not in told


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"subject": "EvilCorp wins, and 2 more"}, "unborne (subject)"),
        ({"preheader": "Buy from EvilCorp"}, "does not speak of 'EvilCorp'"),
        ({"markdown": DRAFT.replace("# ", "# EvilCorp and ", 1)}, "unborne (title)"),
        ({"preheader": "Read @@UNSUBSCRIBE@@"}, "'@@UNSUBSCRIBE@@' is not for a draft"),
        ({"markdown": DRAFT.replace("free to", "&#64;@TO@@ free to")}, "'@@TO@@' is"),
    ],
)
def test_what_goes_around_an_issue_cannot_say_what_it_does_not(
    criticising, changes, words
):
    assert words in refusal(criticising(**changes), Kind.DRAFT_APPROVED)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.lab.example/x", "lab.example"),
        ("https://news.bbc.co.uk/1", "bbc.co.uk"),
        ("https://blog.lab.ai", "lab.ai"),
        ("https://github.com/a/b", "github.com"),
        ("javascript:alert(1)", ""),
        ("https://[bad", ""),
    ],
)
def test_the_site_of_an_address(url, site):
    assert site_of(url) == site


def test_a_correction_must_be_told_as_it_is(criticising):
    sentence = "Since issue 3: “Tool B” was retracted."
    due = {Kind.COVERED_TOPICS: {"corrections": [{"id": 1, "sentence": sentence}]}}
    told = DRAFT.rstrip() + f"\n\n{sentence}\n"

    missing = refusal(criticising(last=due), Kind.DRAFT_APPROVED)

    assert f"word for word: {sentence}" in missing
    assert proposed(criticising(last=due, markdown=told), Kind.DRAFT_APPROVED)


def test_a_correction_that_nobody_has_to_tell_cannot_be_approved(criticising):
    made_up = DRAFT.rstrip() + "\n\nSince issue 3: Rival Corp was never any good.\n"

    told = refusal(criticising(markdown=made_up), Kind.DRAFT_APPROVED)

    assert "is no correction that this issue has to tell" in told


def test_the_memory_is_told_by_code_what_to_correct(make_session):
    bench = make_bench(make_session(), "memory")
    issue = make_issue(bench.newsletter, is_sample=True)
    row = Correction.objects.create(
        issue=issue,
        url="https://b.example/1.2",
        reason="dead",
        sentence="“Tool B” can no longer be opened: answers 404.",
        noticed_at=NOW,
    )
    invented = [{"id": 9, "sentence": "Since issue 1: all is well."}]

    data = proposed(bench, Kind.COVERED_TOPICS, corrections=invented)

    [told] = data.corrections
    assert told.id == row.pk
    assert told.sentence.startswith("Since issue 1: “Tool B” can no longer be opened")


def test_a_good_draft_is_approved_and_its_hash_filled_in(criticising):
    data = proposed(criticising(), Kind.DRAFT_APPROVED, remarks="Good.")

    assert (data.draft_sha256, data.remarks) == (sha256_of(DRAFT), "Good.")


def test_a_draft_that_breaks_a_rule_cannot_be_approved(criticising):
    told = refusal(criticising(subject="!"), Kind.DRAFT_APPROVED)

    assert told.startswith("This draft cannot be approved. Emit critic_rejection with:")
    assert "subject" in told


def test_the_refusal_of_a_hopeless_draft_names_ten_faults_at_most(criticising):
    hopeless = "\n\n".join(f"### {n}. Delve\n\nDelve $x$." for n in range(1, 30))

    told = refusal(criticising(markdown=hopeless), Kind.DRAFT_APPROVED)

    assert told.count("heading (") + told.count("title:") <= 10
    assert "title: A draft has exactly one H1" in told


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Kind.DRAFT_APPROVED, {}),
        (Kind.CRITIC_REJECTION, {"problems": [{"code": "thin", "message": "Thin."}]}),
    ],
)
def test_a_verdict_is_about_the_newest_draft(criticising, kind, data):
    bench, older = criticising(), sha256_of("# An older draft")

    assert proposed(bench, kind, **data).draft_sha256 == sha256_of(DRAFT)
    assert proposed(bench, kind, draft_sha256=sha256_of(DRAFT), **data)
    told = refusal(bench, kind, draft_sha256=older, **data)
    assert told.startswith(
        f"draft_sha256 {older!r} is not the newest draft's, which is"
    )
    assert told.endswith("leave it out and it is filled in.")


def test_without_a_draft_there_is_nothing_to_approve(criticising):
    bench = criticising()
    del bench.state.last[Kind.DRAFT_WRITTEN]

    assert refusal(bench, Kind.DRAFT_APPROVED) == "There is no draft yet."


# --- Which draft may be verified, and which sent ------------------------------------


def about(text, **data):
    return {"draft_sha256": sha256_of(text), **data}


@pytest.fixture
def state(criticising):
    return criticising().state


def test_a_draft_is_approved_that_the_newest_approval_is_about(state):
    assert certify.approved_draft(state) is None

    state.last[Kind.DRAFT_APPROVED] = about(DRAFT)
    assert certify.approved_draft(state).sha256 == sha256_of(DRAFT)

    state.last[Kind.DRAFT_WRITTEN] = {**GOOD, "markdown": "# A newer draft"}
    assert certify.approved_draft(state) is None


def test_a_draft_is_verified_that_was_approved_and_is_what_passed(state):
    state.last[Kind.VERIFICATION_PASSED] = about(DRAFT, checked=3)
    assert certify.verified_draft(state) is None

    state.last[Kind.DRAFT_APPROVED] = about(DRAFT)
    assert certify.verified_draft(state).draft.subject == SUBJECT

    state.last[Kind.VERIFICATION_PASSED] = about("# Another draft", checked=3)
    assert certify.verified_draft(state) is None


def test_a_verdict_about_no_draft_in_particular_is_about_none(state):
    state.last[Kind.DRAFT_APPROVED] = {"draft_sha256": ""}

    assert certify.approved_draft(state) is None


def test_before_the_first_draft_there_is_none(state):
    state.last.clear()

    assert certify.latest_draft(state) is None
    assert certify.verified_draft(state) is None
    assert certify.researched(state) == {}


def test_the_chosen_stories_are_told_launches_first(evaluating):
    state = evaluating().state
    state.last[Kind.ITEMS_EVALUATED] = {
        "selected_papers": [choice(8)],
        "selected_launches": [choice(2), choice(1)],
    }

    told = [story.id for story, _ in certify.chosen_stories(state)]

    assert told == [make_story(number).id for number in (2, 1, 8)]


def test_a_kind_that_code_cannot_judge_passes_as_it_is(make_session):
    bench = make_bench(make_session(), "writer")

    assert proposed(bench, Kind.DRAFT_WRITTEN, **GOOD).markdown == DRAFT
