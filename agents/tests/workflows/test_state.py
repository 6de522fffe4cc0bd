"""The brief's workflow: what comes next, rule by rule."""

from datetime import timedelta

import pytest

from agents.engine.retries import patience
from agents.events.schema import Kind
from agents.tests.support.paper import (
    NOW,
    REJECTED,
    RESEARCH,
    TO_DRAFT,
    TO_VERIFIED,
    UNVERIFIED,
    Paper,
    policy_of,
)
from agents.workflows.decide import DueStep, Emit, decide, happy_path
from agents.workflows.declaration import StepPolicy
from agents.workflows.digest import DIGEST
from agents.workflows.fold import Line, fold
from agents.workflows.scouts import SCOUTS
from agents.workflows.weekly_brief import BRIEF_4


def steps(runs: tuple[DueStep, ...]) -> list[str]:
    return [run.step for run in runs]


def test_memory_comes_first_and_then_both_researchers_at_once():
    run = Paper()
    assert steps(run.due) == ["memory"]

    run.do(Kind.COVERED_TOPICS)

    assert steps(run.due) == ["research_launches", "research_papers"]


@pytest.mark.parametrize("first", ["research_launches", "research_papers"])
def test_the_evaluator_waits_for_both_researchers(first):
    run = Paper().do(Kind.COVERED_TOPICS)
    one, other = (
        RESEARCH[1:] if first == "research_launches" else reversed(RESEARCH[1:])
    )

    run.do(one)
    assert "evaluator" not in steps(run.due)

    run.do(other)
    assert steps(run.due) == ["evaluator"]


def test_a_whole_session_ends_with_the_number_of_its_issue():
    run = Paper().do(*TO_VERIFIED, Kind.EMAIL_SENT)

    assert run.lines[-1] == Line(Kind.SESSION_FINISHED, {"issue_number": 7})
    assert run.due == ()


def test_a_third_rejection_ends_the_session_before_delivery():
    run = Paper().do(*TO_DRAFT, *REJECTED, *REJECTED, *REJECTED)

    assert run.endings == [Kind.SESSION_ABORTED]
    assert run.state.reason == "The critic rejected a third draft."


def test_a_third_failed_verification_ends_the_session_before_delivery():
    run = Paper().do(*TO_DRAFT, *UNVERIFIED, *UNVERIFIED, *UNVERIFIED)

    assert run.endings == [Kind.SESSION_ABORTED]


def test_five_drafts_are_written_at_the_very_most():
    run = Paper().do(*TO_DRAFT, *REJECTED, *UNVERIFIED, *REJECTED, *UNVERIFIED)

    run.do(Kind.DRAFT_WRITTEN, Kind.DRAFT_APPROVED, Kind.VERIFICATION_PASSED)

    assert run.state.counts[Kind.DRAFT_WRITTEN] == 5
    assert steps(run.due) == ["delivery"]


@pytest.mark.parametrize("last", [REJECTED, UNVERIFIED])
def test_a_sixth_draft_is_never_asked_for(last):
    run = Paper().do(*TO_DRAFT, *REJECTED, *UNVERIFIED, *REJECTED, *UNVERIFIED)

    run.do(*last)

    assert run.endings == [Kind.SESSION_ABORTED]


def test_every_round_of_a_step_has_a_key_of_its_own():
    run = Paper().do(*TO_DRAFT, *REJECTED)

    assert run.due == (DueStep("writer", "writer.2", 1),)


def test_a_failed_step_waits_longer_each_time_and_is_tried_again():
    run = Paper().do(*RESEARCH)
    waits = []
    for _ in range(2):
        run.fail(run.start("evaluator"))
        assert run.due == ()
        waits.append(run.wake_at - run.now)
        run.now = run.wake_at
        run.settle()

    assert waits == [timedelta(seconds=60), timedelta(seconds=120)]
    assert run.due == (DueStep("evaluator", "evaluator.1", 3),)


def test_a_timer_that_is_longer_than_any_wait_was_set_before_the_clock_was_set_back():
    run = Paper().do(*RESEARCH)
    run.fail(run.start("evaluator"))
    assert run.due == ()

    run.now -= timedelta(days=2)
    run.settle()

    assert run.due == (DueStep("evaluator", "evaluator.1", 2),)


def test_a_critical_step_that_failed_too_often_ends_the_session_and_says_which():
    run = Paper().do(*RESEARCH)
    for _ in range(3):
        run.now += timedelta(hours=1)
        run.settle()
        run.fail(run.start("evaluator"))

    assert run.lines[-1].kind == Kind.SESSION_ABORTED
    assert run.lines[-1].data["key"] == "evaluator.1"


def test_an_optional_step_that_failed_too_often_leaves_a_placeholder():
    run = Paper()
    for _ in range(3):
        run.now += timedelta(hours=1)
        run.settle()
        run.fail(run.start("memory"))

    placeholder = run.state.last[Kind.COVERED_TOPICS]
    assert placeholder["auto_inserted"] is True
    assert placeholder["note"] == "it broke"
    assert [line.kind for line in run.lines].count(Kind.PLACEHOLDER_INSERTED) == 1


def test_a_final_failure_is_not_tried_again():
    run = Paper().do(*RESEARCH)

    run.fail(run.start("evaluator"), is_final=True)

    assert run.endings == [Kind.SESSION_ABORTED]


def test_silence_of_the_paper_desk_leaves_a_placeholder_at_once():
    run = Paper().do(Kind.COVERED_TOPICS)

    run.fail(run.start("research_papers"), is_silent=True)

    assert run.state.last[Kind.PAPERS_RESEARCHED]["auto_inserted"] is True


@pytest.mark.parametrize(
    ("before", "step"),
    [((Kind.COVERED_TOPICS,), "research_launches"), (TO_DRAFT, "writer")],
)
def test_silence_of_a_critical_agent_is_a_failure_like_any_other(before, step):
    run = Paper().do(*before)

    run.fail(run.start(step), is_silent=True)

    assert run.endings == []
    assert run.wake_at is not None


def test_nothing_to_evaluate_ends_the_session_before_the_evaluator_is_paid():
    run = Paper().do(Kind.COVERED_TOPICS)
    run.fail(run.start("research_papers"), is_silent=True)
    run.start("research_launches")
    run.add(Kind.LAUNCHES_RESEARCHED, launches=[])

    assert run.endings == [Kind.SESSION_ABORTED]
    assert run.state.reason == "Research found no story to evaluate."


@pytest.mark.parametrize(
    ("considered", "why"), [(0, ": of 5 that outlets told none bears a day."), (5, ".")]
)
def test_where_nothing_that_was_told_bears_a_day_the_operator_is_told(considered, why):
    run = Paper().do(Kind.COVERED_TOPICS)
    run.fail(run.start("research_papers"), is_silent=True)
    run.start("research_launches")
    feeds = [{"name": "Feed", "url": "https://lab.example/feed", "found": 5}]
    run.add(Kind.LAUNCHES_RESEARCHED, launches=[], sources=feeds, considered=considered)

    assert run.state.reason == f"Research found no story to evaluate{why}"


@pytest.mark.parametrize(
    ("relevance", "reason", "why"),
    [
        (
            1,
            "",
            ": of 2 none has to do with the readers' profile; see whether it is in the "
            "language and the words of its outlets.",
        ),
        (2, "", "."),
        (
            2,
            "relevance 2 is below 6",
            ": of 2 none is near enough to the readers' profile; a letter on all subjects is "
            "ticked “General interest” on the desk.",
        ),
    ],
)
def test_where_the_profile_is_of_other_words_the_operator_is_told(
    relevance, reason, why
):
    run = Paper().do(*RESEARCH)
    run.start("evaluator")
    left = [
        {
            "story_id": str(one),
            "scores": {"relevance": one, "depth": 5, "novelty": 9},
            "reason": reason,
        }
        for one in (1, relevance)
    ]
    empty = {"selected_launches": [], "selected_papers": []}
    run.add(Kind.ITEMS_EVALUATED, **empty, rejected_items=[*left, {"story_id": "told"}])

    assert run.state.reason == f"No story was good enough to publish{why}"


def test_where_all_was_told_before_the_operator_is_told_which_issue_did():
    run = Paper().do(Kind.COVERED_TOPICS)
    run.fail(run.start("research_papers"), is_silent=True)
    run.start("research_launches")
    run.add(Kind.LAUNCHES_RESEARCHED, launches=[], told_before=4, last_told_in=7)

    assert run.endings == [Kind.SESSION_ABORTED]
    assert run.state.reason == (
        "Research found nothing new: earlier issues, the last of them issue 7, told all "
        "4 stories; no reader gets them twice. Begin a session for a later day."
    )


def test_where_most_sources_failed_the_operator_is_told_to_look_there_first():
    run = Paper().do(Kind.COVERED_TOPICS)
    run.fail(run.start("research_papers"), is_silent=True)
    run.start("research_launches")
    sources = [{"name": name, "fault": "it answered 503"} for name in "ABCD"]
    run.add(Kind.LAUNCHES_RESEARCHED, launches=[], sources=[*sources, {"name": "E"}])

    assert run.state.reason == (
        "Research found no story to evaluate. 4 of 5 sources could not be read in full "
        "(A; B; C; and 1 more): look at the newsletter's outlets first."
    )


@pytest.mark.parametrize(
    ("step", "kind", "besides"),
    [
        (DIGEST.by_name["download_articles"], Kind.URLS_GATHERED, {"stories": []}),
        (DIGEST.by_name["download_articles"], Kind.URLS_GATHERED, {"stories": ["a"]}),
        (DIGEST.by_name["draft_sections"], Kind.URLS_GATHERED, {"stories": ["a"]}),
        (SCOUTS.by_name["collect_launches"], Kind.STORIES_SCOUTED, {}),
    ],
)
def test_so_they_are_by_every_workflow(step, kind, besides):
    found = {"sources": [{"name": "A", "fault": "it answered 503"}], **besides}
    scouted = {"stories": [], "note": "", **found}
    last = {
        kind: {**found, "parts": [scouted]},
        Kind.URLS_FILTERED: {"story_ids": [], "told_before": 0},
        Kind.SECTIONS_SELECTED: {"sections": []},
    }

    assert step.needs(last).endswith(
        ". 1 of 1 sources could not be read in full (A): look at the newsletter's "
        "outlets first."
    )


def test_losses_and_failures_have_budgets_of_their_own():
    run = Paper().do(*RESEARCH)
    for _ in range(3):
        run.lose(run.start("evaluator"))
    for _ in range(2):
        run.fail(run.start("evaluator"))
        run.now = run.wake_at
        run.settle()

    assert run.due == (DueStep("evaluator", "evaluator.1", 6),)


def test_a_step_that_kills_every_worker_is_given_up():
    run = Paper().do(*RESEARCH)
    for _ in range(4):
        run.lose(run.start("evaluator"))

    assert run.endings == [Kind.SESSION_ABORTED]


def test_a_lease_given_back_in_good_order_costs_no_budget():
    run = Paper().do(*RESEARCH)
    for _ in range(20):
        run.lose(run.start("evaluator"), is_released=True)

    assert run.due == (DueStep("evaluator", "evaluator.1", 21),)


def test_a_dead_step_lets_its_sibling_finish_what_is_paid_for():
    run = Paper().do(Kind.COVERED_TOPICS)
    launches, _ = run.start("research_launches"), run.start("research_papers")

    run.fail(launches, is_final=True)
    assert run.endings == []
    assert run.due == ()

    run.end("research_papers", Kind.PAPERS_RESEARCHED)
    assert run.endings == [Kind.SESSION_ABORTED]
    assert Kind.PAPERS_RESEARCHED in run.state.last


def test_an_operators_retry_clears_only_the_budget_of_its_own_step():
    run = Paper().do(Kind.COVERED_TOPICS)
    papers = run.start("research_papers")
    run.fail(papers)
    run.fail(run.start("research_launches"), is_final=True)
    assert run.endings == [Kind.SESSION_ABORTED]

    run.add(Kind.OPERATOR_RETRIED, key="research_launches.1", by="someone")

    assert DueStep("research_launches", "research_launches.1", 2) in run.due
    assert run.state.tally("research_papers").failures == 1
    assert run.state.tally("research_launches").failures == 0


def test_an_operators_retry_does_not_take_a_step_from_its_worker():
    run = Paper()
    run.start("memory")

    run.add(Kind.OPERATOR_RETRIED, key="memory.1", by="someone")

    assert run.due == ()
    assert run.state.running == ("memory",)


def test_a_session_that_gave_up_cannot_be_argued_with():
    run = Paper().do(*TO_DRAFT, *REJECTED, *REJECTED, *REJECTED)

    run.add(Kind.OPERATOR_RETRIED, key="writer.3", by="someone")

    assert run.due == ()
    assert run.state.is_over


def test_a_paused_session_starts_nothing_and_keeps_what_comes_in():
    run = Paper()
    run.start("memory")
    run.add(Kind.SESSION_PAUSED)
    run.end("memory", Kind.COVERED_TOPICS)
    assert run.due == ()

    run.add(Kind.SESSION_UNPAUSED)
    assert steps(run.due) == ["research_launches", "research_papers"]


def test_after_a_cancellation_nothing_more_is_taken_in():
    run = Paper()
    run.start("memory")
    run.add(Kind.SESSION_CANCELLED)

    run.end("memory", Kind.COVERED_TOPICS)

    assert run.due == ()
    assert Kind.COVERED_TOPICS not in run.state.last


def test_the_happy_path_is_what_lies_ahead_stage_by_stage():
    run = Paper()
    whole = (
        ("memory",),
        ("research_launches", "research_papers"),
        ("evaluator",),
        ("writer",),
        ("critic",),
        ("verifier",),
        ("delivery",),
    )
    assert happy_path(run.state) == whole

    run.do(Kind.COVERED_TOPICS, Kind.PAPERS_RESEARCHED)
    assert happy_path(run.state) == (("research_launches",), *whole[2:])

    run.do(Kind.LAUNCHES_RESEARCHED, Kind.ITEMS_EVALUATED, *REJECTED)
    assert happy_path(run.state) == whole[3:]


def test_what_comes_after_a_step_leaves_its_siblings_out():
    after = BRIEF_4.after("research_papers")

    assert after == {
        "research_papers",
        "evaluator",
        "writer",
        "critic",
        "verifier",
        "delivery",
    }


@pytest.mark.parametrize(
    ("failures", "asked", "seconds"),
    [
        (1, None, 60),
        (2, None, 120),
        (3, None, 240),
        (5, None, 900),
        (500, None, 900),
        (1, 30, 60),
        (1, 3600, 3600),
        (1, 10**8, 6 * 3600),
    ],
)
def test_waits_grow_to_a_cap_and_honour_what_a_server_asked(failures, asked, seconds):
    patience = timedelta(seconds=asked) if asked else None

    assert StepPolicy().wait(failures, patience) == timedelta(seconds=seconds)


def test_nothing_is_decided_about_a_session_that_has_not_begun():
    moves = decide(fold(BRIEF_4, []), policy_of, NOW)

    assert (moves.emit, moves.run, moves.wake_at) == ((), (), None)
    assert happy_path(fold(BRIEF_4, [])) == ()


def test_a_placeholder_follows_its_note_in_one_go():
    run = Paper()
    lease = run.start("memory")
    run.lines.append(
        Line(
            Kind.STEP_FAILED,
            {
                **lease._asdict(),
                "reason": "",
                "is_silent": True,
                "is_final": False,
                "retry_at": None,
            },
        )
    )

    note, placeholder = decide(run.state, policy_of, NOW).emit

    assert note.kind is Kind.PLACEHOLDER_INSERTED
    assert note.data["reason"] == "no reason was given"
    assert isinstance(placeholder, Emit)
    assert placeholder.kind is Kind.COVERED_TOPICS


# --- Models that are busy or away ------------------------------------------------------


def wait(run, due, minutes):
    """Models are waited for so long."""
    until = run.now + timedelta(minutes=minutes)
    run.add(
        Kind.STEP_FAILED,
        **due._asdict(),
        reason="529",
        is_silent=False,
        is_final=False,
        retry_at=until,
        waiting={"since": run.now, "until": until},
    )


def test_waiting_for_models_uses_up_no_attempt():
    run = Paper()
    for _ in range(10):
        wait(run, run.start("memory"), minutes=5)
        assert run.due == ()
        assert run.wake_at == run.now + timedelta(minutes=5)
        run.now = run.wake_at
        run.settle()

    assert run.due[0].attempt == 11
    assert run.state.waited == timedelta(minutes=50)
    assert run.state.tally("memory").failures == 0


def test_two_steps_that_wait_at_once_wait_once():
    run = Paper().do(Kind.COVERED_TOPICS)
    launches, papers = run.start("research_launches"), run.start("research_papers")

    wait(run, launches, minutes=4)
    run.now += timedelta(minutes=1)
    wait(run, papers, minutes=4)

    assert run.state.waited == timedelta(minutes=5)
    # Of those one minute is over: a third step may wait as long as anybody.
    assert patience(run.state, run.now) == timedelta(minutes=59)
