"""`manage.py runnewsletter`: what it refuses, and what it shows of a session."""

import re
from datetime import UTC, date, datetime

import pytest

from agents.engine import log, sample_or_live, steering
from agents.events.schema import Kind
from agents.models import Session
from agents.testing.arena import with_front
from agents.tests.support import steps as stepping
from agents.tests.support.commands import NAME, dies, refused, run
from agents.tests.support.scripted_hands import make_story
from agents.tools import search_sources
from agents.tools.base import ToolError
from agents.tools.search_sources import Searched
from newsletter.models import Issue
from newsletter.tests.support.makers import make_issue, make_newsletter
from subscribers.models import Alert

pytestmark = pytest.mark.usefixtures("scripted")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments",
    [
        ["--session", "../../etc/cron.d/x"],
        ["--session", "my session"],
        ["--session", NAME.upper()],
        ["--session", f"{NAME}0"],
    ],
)
def test_a_session_has_a_name_like_every_other(arguments):
    make_newsletter()

    told, code = refused("runnewsletter", *arguments)

    assert told.startswith("--session takes a name such as newsletter_2026")
    assert told.endswith(f"not {arguments[1]!r}.")
    assert code == 2
    assert not Session.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (["--dry-run"], "--dry-run cannot be given with"),
        (["--as-of", "2026-11-05"], "--as-of cannot be given with"),
        (["--brain", "local", "--dry-run"], "--brain and --dry-run cannot be given"),
        (["--newsletter", "weekly"], "--newsletter cannot be given with"),
    ],
)
@pytest.mark.parametrize("old", ["--resume", "--session"])
def test_a_session_that_has_begun_keeps_to_its_plan(make_session, old, plan, told):
    name = make_session().name

    sentence, code = refused("runnewsletter", old, name, *plan)

    assert sentence.startswith(told)
    assert code == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--workflow", "digset"], "No workflow 'digset' (the nearest is digest); "),
        (["--model", "claude-opus-55"], "No model 'claude-opus-55' (the nearest is "),
        (["--brain", "lcal"], "No brain 'lcal' (the nearest is local); known: "),
        (
            ["--workflow", "digest", "--step", "gather_url"],
            "No step 'gather_url' (the nearest is gather_urls); known: gather_urls, ",
        ),
        (["--max-turns", "0"], "--max-turns takes a whole number from 1 to 1000, not"),
        (["--max-turns", "many"], "--max-turns takes a whole number"),
    ],
)
def test_what_is_not_known_is_told_with_the_nearest(arguments, told):
    make_newsletter()

    sentence, code = refused("runnewsletter", *arguments)

    assert sentence.startswith(told)
    assert code == 2
    assert not Session.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--max-tasks", "0"], "--max-tasks takes a whole number from 1 to 20, not"),
        (["--follow-ups", "4"], "--follow-ups takes a whole number from 0 to 3, not"),
        (["--max-turns", "-1"], "--max-turns takes a whole number from 1 to 1000, not"),
        (["--as-of", "yesterday"], "--as-of takes a date such as 2026-11-05, not"),
        (["--out", "/dev/null/issue"], "--out /dev/null/issue: Not a directory"),
        (["--step", "wirter"], "No step 'wirter' (the nearest is writer)"),
    ],
)
def test_what_cannot_be_is_told_before_the_web_is_asked(
    arguments, told, settings, monkeypatch
):
    make_newsletter()
    settings.CRUX_SOURCES = "auto"
    monkeypatch.setattr(sample_or_live, "_answers", lambda probe: False)

    sentence, code = refused("runnewsletter", *arguments)

    assert sentence.startswith(told)
    assert code == 2
    assert not Alert.objects.exists()


@pytest.mark.both_engines
@pytest.mark.django_db(transaction=True)
def test_a_digest_without_retries_stops_where_it_errs_and_goes_on_when_asked(
    monkeypatch,
):
    def away(*_):
        raise ToolError("no source answered")

    def answers(_, kind, *__):
        found = (make_story(kind=kind, id=kind, url=f"https://lab.example/{kind}"),)
        return Searched(found, (), considered=7, held=0, learned="")

    make_newsletter()
    monkeypatch.setattr(search_sources, "search", away)
    wishes = ["--workflow", "digest", "--no-retry", "--max-turns", "9"]
    step = ["--step", "gather_urls"]

    sentence, code = refused("runnewsletter", "--session", NAME, *wishes, *step)

    assert sentence.startswith("gather urls failed for good: ")
    assert sentence.endswith("no source answered")
    session = Session.objects.get()
    assert (session.workflow, session.retries, session.max_turns) == (
        "digest",
        False,
        9,
    )
    assert code == 1

    monkeypatch.setattr(search_sources, "search", answers)
    out = run("runnewsletter", "--resume", "--session", NAME, *step)

    assert "Gathered 2 URLs out of 14 considered" in out
    assert f"Go on with: manage.py runnewsletter --resume {NAME}" in out
    assert log.status(session).steps["gather_urls"].message.startswith("Gathered 2")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"workflow": "digset"}, "No workflow 'digset'; known: brief, digest, scouts."),
        ({"rubric": {"launches": 4}}, "no key 'launches'; known: researched_launches"),
    ],
)
def test_a_newsletter_that_is_set_up_wrongly_is_told_in_words(fields, told):
    make_newsletter(**fields)

    sentence, code = refused("runnewsletter")

    assert sentence.startswith("Crux Weekly cannot begin: ")
    assert told in sentence
    assert code == 2
    assert told in Alert.objects.get().text


@pytest.mark.django_db
def test_a_web_that_is_silent_is_told_to_the_operator_too(settings, monkeypatch):
    make_newsletter()
    settings.CRUX_SOURCES = "auto"
    monkeypatch.setattr(sample_or_live, "_answers", lambda probe: False)

    sentence, code = refused("runnewsletter")

    assert sentence.startswith("The web does not answer: try again later")
    assert code == 1
    assert Alert.objects.get().subject == "Crux Weekly: no session could begin"


@pytest.mark.django_db
def test_without_a_newsletter_the_command_says_where_to_make_one():
    told = "There is no newsletter yet; make one in the admin."

    assert refused("runnewsletter") == (told, 2)


@pytest.mark.django_db
def test_a_step_that_is_done_is_not_ahead(make_session):
    session = make_session()
    stepping.do(session, Kind.COVERED_TOPICS)

    told, code = refused("runnewsletter", "--resume", "--step", "memory")

    assert "Step 'memory' is not ahead of" in told
    assert "ahead: research_launches, research_papers, evaluator" in told
    assert code == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("issue", "is_refused"),
    [
        ({}, True),
        ({"covers_until": date(2025, 8, 9)}, True),
        ({"covers_until": date(2025, 8, 6)}, False),
        ({"is_sample": False}, False),
        ({"status": "preview"}, False),
        ({"withdrawn_at": datetime(2025, 8, 7, 12, tzinfo=UTC)}, False),
    ],
)
def test_a_second_issue_of_a_day_is_asked_for(issue, is_refused):
    newsletter = make_newsletter()
    make_issue(newsletter, **{"is_sample": True, **issue})
    step = ("--step", "writer")  # what is not refused ends here

    told, code = refused("runnewsletter", *step)

    assert code == 2
    assert told.startswith("Issue 1 of 2025-08-") is is_refused
    for given in ("--again", "--dry-run"):
        assert refused("runnewsletter", given, *step)[0].startswith(
            "Step 'writer' cannot"
        )


@pytest.mark.usefixtures("committed")
def test_a_session_is_shown_step_by_step_and_ends_with_its_table():
    make_newsletter()

    out = run("runnewsletter", "--session", NAME)

    assert out.startswith(f"{NAME}: Crux Weekly, sample sources, as of 2025-08-07")
    assert re.search(r"memory +0 stories told by 0 issues before +\d\.\d s", out)
    assert re.search(r"verifier +2 links checked, none failed", out)
    assert re.search(r"in all +finished", out)
    assert f"/runs/{NAME}.json" in out.splitlines()[-1]
    assert "\x1b" not in out
    assert Issue.objects.get().session_name == NAME


@pytest.mark.usefixtures("committed")
def test_a_session_without_an_issue_ends_with_its_reason_in_one_line(scripted):
    make_newsletter()
    scripted["evaluator"] = dies

    told, code = refused("runnewsletter")

    assert told == (
        "evaluator failed for good: scripted: the service said: 401 not authorised"
    )
    assert code == 1
    session = Session.objects.get()
    assert session.summary["success"] is False
    way_on = (
        "Once that is mended, try evaluator.1 again with: manage.py steersession "
        f"{session.name} retry"
    )
    assert run("status").splitlines()[-1] == way_on
    assert refused("runnewsletter", "--resume", session.name) == (
        f"Session {session.name!r} is over (aborted). {way_on}",
        2,
    )


@pytest.mark.django_db
@pytest.mark.parametrize("how", [[], ["--dry-run"], ["--out", "issue"], ["--again"]])
def test_whose_issue_it_is_is_asked_where_it_might_be_several_ones(how):
    for slug in ("z-first", "a-second"):
        make_newsletter(slug=slug)
    make_newsletter(slug="given-up", is_active=False)

    told, code = refused("runnewsletter", *how)

    assert told == "Whose issue? Say so with --newsletter: a-second, z-first."
    assert code == 2
    assert not Session.objects.exists()


@pytest.mark.usefixtures("committed")
def test_the_only_newsletter_that_is_active_is_meant_where_none_is_named():
    make_newsletter(slug="given-up", is_active=False)
    make_newsletter(slug="a-second")

    run("runnewsletter", "--step", "memory")
    run("runnewsletter", "--step", "memory", "--newsletter", "given-up")

    slugs = Session.objects.order_by("pk").values_list("newsletter__slug", flat=True)
    assert list(slugs) == ["a-second", "given-up"]


@pytest.mark.usefixtures("committed")
def test_the_only_newsletter_is_meant_though_it_is_not_active():
    make_newsletter(slug="by-hand", is_active=False)

    run("runnewsletter", "--step", "memory")

    assert Session.objects.get().newsletter.slug == "by-hand"


@pytest.mark.usefixtures("committed")
def test_one_step_is_done_and_the_way_on_is_told():
    make_newsletter()

    out = run("runnewsletter", "--step", "memory")

    session = Session.objects.get()
    assert out.splitlines()[-1] == (
        f"Go on with: manage.py runnewsletter --resume {session.name}"
    )
    assert stepping.kinds(session).count(Kind.COVERED_TOPICS) == 1
    assert Kind.LAUNCHES_RESEARCHED not in stepping.kinds(session)


@pytest.mark.usefixtures("committed")
def test_the_newest_unfinished_session_is_gone_on_with(make_session):
    older, newer = make_session(), make_session()

    run("runnewsletter", "--resume")

    older.refresh_from_db()
    newer.refresh_from_db()
    assert (older.is_over, newer.is_over) == (False, True)


@pytest.mark.usefixtures("committed")
def test_a_paused_session_is_not_driven_on(make_session):
    session = make_session()
    steering.pause(session)

    told, code = refused("runnewsletter", "--resume")

    assert told == (
        f"Session {session.name} is paused; let it go on with: "
        f"manage.py steersession {session.name} unpause"
    )
    assert code == 1


@pytest.mark.usefixtures("committed")
def test_one_brain_alone_is_asked_where_one_is_named(settings):
    settings.CRUX_BRAINS = ["local"]
    make_newsletter()

    with with_front("memory", by_code=False):
        run("runnewsletter", "--step", "memory", "--brain", "scripted")

    session = Session.objects.get()
    assert session.brains == ["scripted"]
    assert session.events.get(event_type=Kind.COVERED_TOPICS).brain == "scripted"
