"""A session's own lines: held in pre-flight and in verification, whatever the title."""

import re

import pytest

from agents.brains.scripted import emits
from agents.events.brief import Choice
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import newsroom
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.titles import TITLES
from agents.tests.support.workbench import make_bench
from agents.tools.certification.angles import refused
from newsletter.drafts.cutting import escape
from newsletter.drafts.parsing import parse
from newsletter.models import Issue, Newsletter
from newsletter.research.ranking.profile import read
from newsletter.research.ranking.reasons import reasons_for
from newsletter.research.ranking.strength import HACKER_NEWS, HUGGING_FACE
from newsletter.tests.drafts.test_critique import CITATIONS, DRAFT, SUBJECT
from newsletter.tests.support.makers import make_newsletter
from newsletter.verification.claims.ground import ground
from newsletter.verification.ours.hold import hold
from newsletter.verification.ours.lines import Around
from newsletter.verification.ours.record import Record

TESTED = "In this issue GPT-5 was tested on 500 tasks and solved 93 %."


# --- The newsletter's own title -----------------------------------------------------------


def held_around(newsletter, **changes):
    """What is held against the lines around a good draft of a newsletter by that title."""
    heading = f"# {escape(newsletter)}, week to 7 August"
    draft = parse(DRAFT.replace("# A week of open weights", heading, 1))
    quotes = ground(draft, CITATIONS, []).quotes
    around = Around(**{"subject": SUBJECT, **changes})
    record = Record(newsletter=newsletter)
    found = hold(draft, around, quotes, [], record)
    mine = {draft.title, *changes.values()}
    days = "7 August"
    return [
        one.reason
        for one in found.invalid
        if one.sentence in mine and days not in one.reason
    ]


@pytest.mark.parametrize("title", TITLES)
def test_no_newsletter_is_held_against_itself(title):
    shout = f"What {title.upper()} found, and {title.lower()} too"

    assert held_around(title, preheader=shout) == []


@pytest.mark.parametrize("title", TITLES)
def test_a_strange_name_around_an_issue_is_held_against_it_whatever_the_title(title):
    [reason] = held_around(title, preheader="Buy from EvilCorp")

    assert "'EvilCorp'" in reason


# --- Sessions -----------------------------------------------------------------------------


@pytest.fixture
def played(to_write, settings, tmp_path, monkeypatch):
    """A session of the small newsroom with this writer."""
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"

    def play(change, **scripts):
        when = scripts.pop("when", "")
        session = (
            newsroom.begin(make_newsletter(when_links_fail=when)) if when else to_write
        )
        roles = (
            newsroom.honest_scripts() | {"writer": newsroom.writes(change)} | scripts
        )
        with newsroom.serving(newsroom.honest_pages(), monkeypatch):
            return newsroom.run(session, roles, monkeypatch)

    return play


def data(session, kind):
    return [event.data for event in session.events.of_kind(kind).order_by("seq")]


def with_lead(text):
    def change(made):
        lead = "This issue has one launch and one paper."
        return {**made, "markdown": made["markdown"].replace(lead, f"{lead} {text}")}

    return change


@pytest.mark.django_db
def test_a_made_up_line_fails_whatever_the_critic_says(played):
    session = played(with_lead(TESTED), critic=emits("draft_approved"))

    assert session.status == Session.Status.ABORTED
    failed = data(session, Kind.VERIFICATION_FAILED)[0]["invalid_urls"]
    assert {one["outcome"] for one in failed} == {"own_figure", "own_name"}
    assert {one["sentence"] for one in failed} == {TESTED}


@pytest.mark.django_db
def test_code_leaves_a_made_up_line_out_where_a_newsletter_wants_it(played):
    session = played(
        with_lead(TESTED),
        critic=emits("draft_approved"),
        when=Newsletter.WhenLinksFail.TRIM,
    )

    assert session.status == Session.Status.FINISHED, session.reason
    issue = Issue.objects.get()
    assert "GPT-5" not in issue.markdown
    assert "one sentence could not be verified" in issue.markdown


@pytest.mark.django_db
def test_code_takes_another_subject_where_one_is_made_up(played):
    session = played(
        lambda made: {**made, "subject": "GPT-5 solves 93 % of 500 tasks"},
        critic=emits("draft_approved"),
        when=Newsletter.WhenLinksFail.TRIM,
    )

    assert session.status == Session.Status.FINISHED, session.reason
    issue = Issue.objects.get()
    assert issue.subject == "Parser 2.0 reads documents, and 1 more"
    assert "shorter" not in issue.markdown


@pytest.mark.django_db
def test_the_scorecard_counts_what_was_held(played):
    session = played(
        with_lead("One CPU does it: Parser 2.0 gets through 1,200 documents a minute.")
    )

    assert session.status == Session.Status.FINISHED, session.reason
    ours = data(session, Kind.VERIFICATION_PASSED)[0]["scorecard"]["ours"]
    assert ours["checked"] >= 4
    assert ours["unborne"] == 0


# --- Number of links ----------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: re.sub(r"\]\(<?https[^)]*\)", "]", text), "no_links"),
        (
            lambda text: (
                text + "".join(f" [{n}](https://lab.example/{n})" for n in range(101))
            ),
            "too_many_links",
        ),
    ],
)
def test_too_many_links_or_none_are_told_before_a_draft_counts(played, change, code):
    told = []

    def writes(_, hands, __):
        made = newsroom.draft(hands)
        wrong = {**made, "markdown": change(made["markdown"])}
        told.append(
            hands.use("emit_event", {"event_type": "draft_written", "data": wrong})
        )
        newsroom.insist(hands, made)

    played(None, writer=writes)

    assert told[0].is_error
    assert f"- {code}: The draft " in told[0].content


# --- Angles -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_angle_says_no_figure_or_name_that_its_story_lacks(make_session):
    story = make_story(1, summary="KettleCache halves the memory to 40 GB.")
    bench = make_bench(make_session(), "evaluator")

    def told(why):
        scores = {"relevance": 8, "depth": 8, "novelty": 8}
        choice = Choice(story_id=story.id, scores=scores, why=why)
        return list(refused(bench, [(story, choice)]))

    assert told("40 GB are enough for it") == []
    [reason] = told("20 GB are enough for it on an H100")
    assert "'H100', '20 GB'" in reason
    for why in ("[insert reason here]", "Let me think about what turns on it"):
        [reason] = told(why)
        assert "is no angle" in reason


@pytest.mark.django_db
def test_an_angle_works_a_figure_out_of_what_one_place_of_its_story_tells(make_session):
    summary = (
        "The reactor ran for 48 days last year. This year it ran for 79 days, at 3.1 GW. "
        "A second one will cost 640 million dollars and take 17 years. Of 1,300 neighbours "
        "562 came to hear of it, from 23 villages up to 95 kilometres away. The plan has "
        "4,000 pages, 210 drawings, 8 appendices, 5 tables, 6 charts, 14 maps, 19 lists, "
        "27 notes and 35 letters. It was read by 112 experts in 9 countries."
    )
    story = make_story(1, summary=summary)
    bench = make_bench(make_session(), "evaluator")

    def told(why):
        scores = {"relevance": 8, "depth": 8, "novelty": 8}
        choice = Choice(story_id=story.id, scores=scores, why=why)
        return list(refused(bench, [(story, choice)]))

    assert told("it ran 31 days longer than the year before") == []
    [reason] = told("it ran 37 days longer than the year before")
    assert "'37 days'" in reason


@pytest.mark.django_db
def test_an_angle_of_a_brief_is_in_the_language_of_its_readers(make_session):
    session = make_session()
    session.newsletter.language = "es"
    session.newsletter.save()
    story = make_story(1, title="A kettle that keeps the heat of the day")
    bench = make_bench(session, "evaluator")

    def told(why):
        scores = {"relevance": 8, "depth": 8, "novelty": 8}
        choice = Choice(story_id=story.id, scores=scores, why=why)
        return list(refused(bench, [(story, choice)]))

    assert told("guarda el calor del día y no gasta nada de noche") == []
    assert told(f"la fuente lo cuenta en su título: {story.title}") == []
    [reason] = told("it keeps the heat of the day and uses nothing at night")
    assert "in English, and readers read 'es'" in reason


@pytest.mark.django_db
@pytest.mark.parametrize("signals", [{HACKER_NEWS: 1672.0}, {HUGGING_FACE: 84.0}])
def test_what_others_made_of_a_story_may_be_said(make_session, signals):
    story = make_story(1, signals=signals)
    bench = make_bench(make_session(), "evaluator")
    near = read("kettles").nearness(story.title, story.summary)
    [why] = [one for one in reasons_for(story, near) if "when read" in one]

    def told(said):
        scores = {"relevance": 8, "depth": 8, "novelty": 8}
        choice = Choice(story_id=story.id, scores=scores, why=said)
        return list(refused(bench, [(story, choice)]))

    assert told(why) == []
    assert told(why.replace("7", "9").replace("8", "9"))


@pytest.mark.django_db
def test_points_that_look_like_a_year_may_be_said_in_any_language(make_session):
    story = make_story(1, signals={HACKER_NEWS: 2000.0})
    bench = make_bench(make_session(), "evaluator")
    near = read("kettles").nearness(story.title, story.summary)
    scores = {"relevance": 8, "depth": 8, "novelty": 8}

    for language in ("en", "de", "ja"):
        bench.newsletter.language = language
        reasons = reasons_for(story, near, language)
        [why] = [one for one in reasons if "000" in one]
        choice = Choice(story_id=story.id, scores=scores, why=why)
        assert list(refused(bench, [(story, choice)])) == []
