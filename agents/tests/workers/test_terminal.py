"""A session as it goes, in a terminal: every step as it ends, and what went wrong in red."""

import io
import re

import pytest
from django.core.management.base import OutputWrapper

from agents.brains.base import BrainFailed
from agents.brains.scripted import ScriptedBrain
from agents.brains.table import BRAINS
from agents.engine import leases
from agents.events.schema import Kind
from agents.models import Session
from agents.tests.support import newsroom
from agents.tests.support import steps as stepping
from agents.workers import terminal, threads
from agents.workflows.weekly_brief import BRIEF

pytestmark = pytest.mark.usefixtures("committed")


class Tty(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def drive(settings, tmp_path, monkeypatch):
    """Runs a session of the honest newsroom, some scripts changed; what is shown."""
    settings.VAR_DIR = tmp_path

    def run(session, *, out=None, only="", **scripts):
        brain = ScriptedBrain(newsroom.honest_scripts() | scripts)
        monkeypatch.setitem(BRAINS, "scripted", brain)
        out = out or io.StringIO()
        with newsroom.serving(newsroom.honest_pages(), monkeypatch):
            terminal.drive(session, OutputWrapper(out), only=only)
        return out.getvalue()

    return run


def dies(*_):
    raise BrainFailed("it has no key", is_final=True)


def test_each_step_is_shown_with_its_time_and_how_long_it_took(drive, make_session):
    lines = drive(make_session(brains=("scripted",))).splitlines()

    assert re.fullmatch(
        r" +\d+\.\d s  memory +0 stories told by 0 issues before +\d+\.\d s", lines[0]
    )
    assert lines[-1].split()[2:] == ["session", "finished"]
    assert len(lines) == len(BRIEF.steps) + 1


def test_the_session_is_as_it_ended(drive, make_session):
    session = make_session(brains=("scripted",))

    drive(session)

    assert session.status == Session.Status.FINISHED


def test_what_was_done_before_is_not_shown_again(drive, make_session):
    session = make_session(brains=("scripted",))
    drive(session, only="memory")

    shown = drive(session, evaluator=dies)

    assert "memory" not in shown
    assert "research launches" in shown


def test_in_a_terminal_what_went_wrong_is_red(drive, make_session):
    session = make_session(brains=("scripted",))

    shown = drive(session, out=Tty(), evaluator=dies)

    red = re.findall(re.escape(terminal.RED) + r"([^\x1b]*)", shown)
    assert red[0] == "scripted failed (it has no key); next: none"
    assert red[-1].startswith("ended without an issue: evaluator failed for good")
    assert f"{terminal.BOLD}memory" in shown


def test_in_a_file_nothing_is_coloured(drive, make_session):
    shown = drive(make_session(brains=("scripted",)), evaluator=dies)

    assert "\x1b" not in shown
    assert "ended without an issue" in shown


def test_the_last_moment_is_shown_even_of_a_session_that_breaks_off(
    make_session, monkeypatch
):
    session, out = make_session(), io.StringIO()

    def breaks_off(session, *, only):
        stepping.do(session, Kind.COVERED_TOPICS)
        leases.fail(leases.take(session.pk, "research_papers"), "the lamp went out")
        raise KeyboardInterrupt

    monkeypatch.setattr(threads, "drive", breaks_off)
    with pytest.raises(KeyboardInterrupt):
        terminal.drive(session, OutputWrapper(out))

    assert "attempt 1 failed: the lamp went out" in out.getvalue()


@pytest.mark.parametrize(
    ("text", "line"),
    [("", ""), ("It broke.", "It broke."), ("a:\n  b\r\n\tc ", "a: b c")],
)
def test_a_reason_is_one_line(text, line):
    assert terminal.one_line(text) == line
