"""Pre-flight in whole sessions: what is refused, what is mended, what is taken as it is."""

import pytest

from agents.brains.local.critic import criticise
from agents.brains.scripted import emits
from agents.engine import leases
from agents.engine.log import Envelope
from agents.events.schema import Kind
from agents.models import Session, ToolCall
from agents.prompts.loader import roster
from agents.runs import harness
from agents.tests.support import newsroom
from agents.tests.support.workbench import make_hands
from newsletter.drafts.draft import sentences
from newsletter.drafts.parsing import parse

pytestmark = pytest.mark.django_db

WRONG = newsroom.METHOD.replace("13 billion", "31 billion")


@pytest.fixture(autouse=True)
def letters_in_files(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.DELIVERY_TRANSPORT = "file"


def replaced(old, new):
    """Changes the draft's text, and its claims alike."""

    def change(made):
        cited = [
            {**claim, "claim": claim["claim"].replace(old, new)}
            for claim in made["citations"]
        ]
        markdown = made["markdown"].replace(old, new)
        return {**made, "markdown": markdown, "citations": cited}

    return change


@pytest.fixture
def held(to_write, monkeypatch):
    """Has a session gone on with by this writer."""

    def held(writer, **scripts):
        roles = newsroom.honest_scripts() | {"writer": writer} | scripts
        with newsroom.serving(newsroom.honest_pages(), monkeypatch):
            return newsroom.run(to_write, roles, monkeypatch)

    return held


def emit(hands, made):
    return hands.use("emit_event", {"event_type": "draft_written", "data": made})


def kinds(session):
    return list(session.events.order_by("seq").values_list("event_type", flat=True))


def data(session, kind):
    return [event.data for event in session.events.of_kind(kind).order_by("seq")]


def test_a_careful_writer_mends_one_sentence_and_passes_first_time(held):
    answers = []

    def writes(_, hands, __):
        made = replaced("13 billion", "31 billion")(newsroom.draft(hands))
        answers.append(emit(hands, made))
        mend = {"sentence": WRONG, "replacement": newsroom.METHOD}
        answers.append(hands.use("mend_draft", {"sentences": [mend]}))

    session = held(writes)

    refused, taken = answers
    assert refused.is_error
    assert "1 of at most 2" in refused.content
    assert f"- unsupported_number (1. Faster decoding): “{WRONG}" in refused.content
    assert "the evidence has no '31 billion'" in refused.content
    assert taken.content == {"ok": True, "event_type": "draft_written"}
    assert session.status == Session.Status.FINISHED, session.reason
    assert kinds(session).count(Kind.DRAFT_WRITTEN) == 1
    assert not {Kind.CRITIC_REJECTION, Kind.VERIFICATION_FAILED} & set(kinds(session))


def test_all_that_is_held_against_a_draft_is_told_at_once(held):
    told = []

    def writes(_, hands, __):
        changes = [
            replaced("13 billion", "31 billion"),
            replaced("This issue asked two pages.", "This issue asked them!"),
            replaced(
                f"({newsroom.PAPER}))",
                f"({newsroom.PAPER})) ([a note](https://lab.example/absent))",
            ),
        ]
        made = newsroom.draft(hands, subject="Short")
        for change in changes:
            made = change(made)
        told.append(emit(hands, made).content)
        newsroom.insist(hands, newsroom.draft(hands))

    session = held(writes)

    codes = [line.split()[1].rstrip(":") for line in told[0].split("\n")[1:]]
    assert sorted(codes) == ["hype", "subject", "unknown_address", "unsupported_number"]
    assert "https://lab.example/absent" in told[0]
    assert session.status == Session.Status.FINISHED


def test_a_sentence_without_evidence_is_told_once(held):
    told = []

    def writes(_, hands, __):
        made = newsroom.draft(hands)
        kept = [one for one in made["citations"] if one["claim"] != newsroom.METHOD]
        told.append(emit(hands, {**made, "citations": kept}).content)
        newsroom.insist(hands, newsroom.draft(hands))

    held(writes)

    assert told[0].count("- uncited") == 1


INVENTED = "“We are sorry that we sold it to you so early,” says Example Lab."


def test_words_that_nobody_said_are_told_and_never_published(held):
    told = []

    def writes(_, hands, __):
        made = replaced(newsroom.CODE, INVENTED)(newsroom.draft(hands))
        made["preheader"] = "“We are sorry that we sold it so early,” they say"
        told.append(emit(hands, made).content)
        newsroom.insist(hands, made)

    session = held(writes)

    assert told[0].count("unsupported_quote") == 2
    assert f"“{INVENTED[:40]}" in told[0]
    assert session.status == Session.Status.ABORTED
    assert Kind.ISSUE_PUBLISHED not in kinds(session)


def test_a_draft_that_is_too_long_in_every_way_is_told_within_measure(attempt):
    hands = attempt()
    made = newsroom.draft(hands)
    endless, far = "very " * 1_500, f"https://lab.example/{'x' * 1_900}"
    wrong = f"It was {endless}fast for 77 % ([far]({far}{'y' * 5_000}))."
    markdown = made["markdown"].replace("## Research", f"{wrong}\n\n## Research")
    claim = {"claim": wrong[:1_990], "quote": "z" * 1_990, "url": far}
    cited = [*made["citations"], {**claim, "source_sha256": "f" * 64}]

    told = emit(hands, {**made, "markdown": markdown, "citations": cited})

    assert told.is_error
    assert "unknown_address" in told.content
    assert "unread_source" in told.content
    assert max(map(len, told.content.split("\n"))) < 1_400


def test_a_stubborn_writer_is_refused_twice_and_then_judged_as_every_other(held):
    subjects = iter(("No", "Nay", "Nope"))

    def writer(*given):
        subject = next(subjects)
        newsroom.writes(lambda made: made | {"subject": subject})(*given)

    session = held(writer)

    said = kinds(session)
    calls = [one for one in data(session, Kind.TOOL_CALLED) if one["step"] == "writer"]
    emitted = [one["ok"] for one in calls if one["tool"] == "emit_event"]
    assert emitted == [False, False, True] * 3
    assert said.count(Kind.DRAFT_WRITTEN) == said.count(Kind.CRITIC_REJECTION) == 3
    assert session.reason.startswith("The critic rejected a third draft")
    assert calls[-1]["summary"] == "draft_written, taken with 1 to mend"


def test_one_who_hands_in_the_same_draft_again_is_not_criticised_again(held):
    session = held(newsroom.writes(lambda made: made | {"subject": "No"}))

    said = kinds(session)
    assert said.count(Kind.DRAFT_WRITTEN) == 2
    assert said.count(Kind.CRITIC_REJECTION) == 1
    assert session.reason == "The writer handed in the same draft again: subject."


def test_what_a_judge_may_clear_is_refused_once(held):
    turned = replaced("and loses no accuracy on", "and it loses accuracy on")

    session = held(newsroom.writes(turned), critic=blind())

    calls = [one for one in data(session, Kind.TOOL_CALLED) if one["key"] == "writer.1"]
    emitted = [one["ok"] for one in calls if one["tool"] == "emit_event"]
    assert emitted == [False, True]
    first = data(session, Kind.VERIFICATION_FAILED)[0]
    assert [one["outcome"] for one in first["invalid_urls"]] == ["contradicted"]


def test_what_the_round_before_kept_is_not_refused_again(held):
    turned = replaced("and loses no accuracy on", "and it loses accuracy on")
    problem = {"code": "thin", "where": "lead", "message": "It says nothing."}
    asides = iter(("Read on.", "Read on.", "Read it all."))

    def writer(*given):
        aside = next(asides)
        newsroom.writes(lambda made: turned(made) | {"preheader": aside})(*given)

    def critic(brief, hands, _):
        is_first = brief.key == "critic.1"
        judges = emits("critic_rejection", problems=[problem]) if is_first else blind()
        judges(brief, hands, _)

    session = held(writer, critic=critic)

    calls = [one for one in data(session, Kind.TOOL_CALLED) if one["key"] == "writer.2"]
    assert [one["ok"] for one in calls if one["tool"] == "emit_event"] == [True]


def blind():
    """A critic who approves whatever there is."""
    return emits("draft_approved")


def test_the_critics_rejection_carries_what_code_holds_against_the_draft(held):
    problem = {"code": "thin", "where": "lead", "message": "It says nothing."}
    drafts = iter([replaced("13 billion", "31 billion"), lambda made: made])

    def criticises(brief, hands, _):
        if brief.key == "critic.1":
            emits("critic_rejection", problems=[problem])(brief, hands, _)
        else:
            criticise(brief, hands)

    session = held(
        lambda *given: newsroom.writes(next(drafts))(*given),
        critic=criticises,
    )

    [rejection] = data(session, Kind.CRITIC_REJECTION)
    thin, coded = rejection["problems"]
    assert thin == problem
    assert (coded["code"], coded["where"]) == (
        "unsupported_number",
        "1. Faster decoding",
    )
    assert WRONG in coded["message"]
    assert session.status == Session.Status.FINISHED


# --- What outlives a worker -----------------------------------------------------------


@pytest.fixture
def attempt(to_write, monkeypatch):
    """Hands for one more attempt at the first draft; the worker before is dead."""

    def make():
        for row in to_write.step_runs.filter(status="running"):
            leases.lose(leases.Lease.of(to_write, row), "its worker died")
        taken = leases.take(to_write.pk, "writer")
        return make_hands(
            harness._bench(taken, to_write, roster()["writer"], Envelope("writer"))
        )

    with newsroom.serving(newsroom.honest_pages(), monkeypatch):
        yield make


def test_a_crash_between_two_refusals_begins_no_new_count(attempt):
    wrong = replaced("13 billion", "31 billion")
    first = attempt()
    made = wrong(newsroom.draft(first))
    assert "1 of at most 2" in emit(first, made).content

    second = attempt()
    assert "2 of at most 2" in emit(second, made).content
    third = attempt()
    taken = emit(third, made)

    assert taken.content["held_against_it"] == 1
    assert [line.kind for line in third.bench.staged] == [Kind.DRAFT_WRITTEN]


def test_an_answer_that_was_given_before_the_crash_is_given_again_and_not_counted(
    attempt,
):
    first = attempt()
    made = replaced("13 billion", "31 billion")(newsroom.draft(first))
    event = {"event_type": "draft_written", "data": made}
    told = first.use("emit_event", event, call_id="one").content

    again = attempt().use("emit_event", event, call_id="one")

    assert again.content == told
    assert ToolCall.objects.filter(held_back__key="writer.1").count() == 1


def test_another_worker_mends_the_draft_that_was_refused_before_the_crash(attempt):
    first = attempt()
    honest = newsroom.draft(first)
    emit(first, replaced("13 billion", "31 billion")(honest))
    second = attempt()

    mend = {"sentence": WRONG, "replacement": newsroom.METHOD}
    mended = second.use("mend_draft", {"sentences": [mend]})

    assert mended.content == {"ok": True, "event_type": "draft_written"}
    [line] = second.bench.staged
    assert said_in(line.data.markdown) == said_in(honest["markdown"])
    assert [one.claim for one in line.data.citations] == [
        claim["claim"] for claim in honest["citations"]
    ]


def said_in(markdown):
    return [(one.text, one.links) for one in sentences(parse(markdown))]
