import json
import logging
from pathlib import Path

import pytest
import structlog

from crux.logging import Output, configuration, configure, is_beside_an_answer

SESSION = "newsletter_20250807_090000_a1b2c3d4"


@pytest.fixture
def log_directory(tmp_path: Path, settings, capsys):
    """Logging set up to write below `tmp_path`, and put back afterwards.

    It asks for `capsys` so that the output to capture is in place before.
    """
    configure(configuration(Output.JSON, "INFO", tmp_path, {"hunter22"}))
    yield tmp_path
    structlog.contextvars.clear_contextvars()
    configure(settings.LOGGING)


def lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_fact_is_one_line_of_json_on_standard_output(log_directory, capsys):
    structlog.get_logger("agents.engine.leases").info(
        "claimed", key="writer.2", attempt=1
    )

    [line] = lines(capsys.readouterr().out)
    assert line["timestamp"].endswith("Z")
    assert {**line, "timestamp": ""} == {
        "event": "claimed",
        "key": "writer.2",
        "attempt": 1,
        "logger": "agents.engine.leases",
        "level": "info",
        "timestamp": "",
    }


def test_a_line_that_names_a_session_is_also_in_its_file(log_directory, capsys):
    structlog.get_logger("agents").info("claimed", session_id=SESSION)
    logging.getLogger("agents").warning("slow %s", 1, extra={"session_id": SESSION})

    written = lines((log_directory / f"{SESSION}.log").read_text())
    assert [line["event"] for line in written] == ["claimed", "slow 1"]
    shown = lines(capsys.readouterr().out)
    assert [line["event"] for line in shown] == ["claimed", "slow 1"]


def test_a_bound_session_takes_the_lines_of_libraries_along(log_directory):
    with structlog.contextvars.bound_contextvars(session_id=SESSION):
        logging.getLogger("anthropic").info("retrying")
    logging.getLogger("anthropic").info("elsewhere")

    [line] = lines((log_directory / f"{SESSION}.log").read_text())
    assert (line["event"], line["session_id"]) == ("retrying", SESSION)


@pytest.mark.parametrize("name", ["../../etc/passwd", "", 7, "a b"])
def test_a_name_that_is_no_session_makes_no_file(log_directory, name):
    structlog.get_logger("agents").info("claimed", session_id=name)

    assert list(log_directory.iterdir()) == []


def test_a_traceback_is_kept_on_the_line_and_redacted(log_directory, capsys):
    try:
        raise ValueError("no mailbox ann@example.org, password hunter22")
    except ValueError:
        structlog.get_logger("agents").exception("failed")

    [line] = lines(capsys.readouterr().out)
    assert "Traceback" in line["exception"]
    assert "ann@" not in line["exception"]
    assert "hunter22" not in line["exception"]


def test_an_argument_of_a_library_is_redacted(log_directory, capsys):
    logging.getLogger("smtplib").info("to %s", "ann@example.org")

    assert "ann" not in capsys.readouterr().out


def test_django_and_its_server_have_no_handlers_of_their_own(log_directory, capsys):
    logging.getLogger("django.server").info(
        '"GET / HTTP/1.1" 200 5', extra={"request": object(), "server_time": "now"}
    )
    logging.getLogger("uvicorn").info("up", extra={"color_message": "an object"})
    logging.getLogger("django.request").warning("Not Found: /x")

    captured = capsys.readouterr()
    assert len(lines(captured.out)) == 3
    assert "object" not in captured.out
    assert captured.err == ""


def test_none_keeps_standard_output_free_and_writes_the_file(log_directory, capsys):
    configure(configuration(Output.NONE, "INFO", log_directory, ()))

    structlog.get_logger("agents").info("claimed", session_id=SESSION)

    assert capsys.readouterr().out == ""
    assert (log_directory / f"{SESSION}.log").exists()


def test_beside_an_answer_lines_are_on_standard_error(log_directory, capsys):
    configure(configuration(Output.JSON, "INFO", log_directory, (), is_error=True))

    structlog.get_logger("agents").info("claimed")

    captured = capsys.readouterr()
    assert captured.out == ""
    [line] = lines(captured.err)
    assert line["event"] == "claimed"


@pytest.mark.parametrize(
    ("arguments", "is_beside"),
    [
        (["manage.py", "runnewsletter", "--again"], True),
        (["./manage.py", "exportsubscribers"], True),
        (["manage.py"], True),
        (["manage.py", "clock"], False),
        (["manage.py", "worker", "--threads", "2"], False),
        (["manage.py", "live"], False),
        ([".venv/bin/celery", "-A", "crux", "worker"], False),
        ([".venv/bin/gunicorn", "crux.wsgi"], False),
        ([], False),
    ],
)
def test_what_a_command_answers_has_standard_output_to_itself(arguments, is_beside):
    assert is_beside_an_answer(arguments) is is_beside


def test_console_lines_are_for_people(log_directory, capsys):
    configure(configuration(Output.CONSOLE, "INFO", log_directory, ()))

    structlog.get_logger("agents").info("claimed", key="writer.2")

    out = capsys.readouterr().out
    assert "claimed" in out
    assert not out.startswith("{")


def test_lines_below_the_level_are_left_out(log_directory, capsys):
    structlog.get_logger("agents").debug("detail")
    logging.getLogger("httpx").info("HTTP Request: GET https://example.org/?q=1")

    assert capsys.readouterr().out == ""


def test_a_disk_that_takes_no_lines_stops_nobody(tmp_path: Path, log_directory, capsys):
    (tmp_path / "file").touch()
    configure(configuration(Output.JSON, "INFO", tmp_path / "file" / "logs", ()))

    structlog.get_logger("agents").info("claimed", session_id=SESSION)
    structlog.get_logger("agents").info("step_done", session_id=SESSION)

    captured = capsys.readouterr()
    assert "claimed" in captured.out
    assert "step_done" in captured.out
    [said] = captured.err.splitlines()
    assert said.startswith("No log lines go to ")
    assert said.endswith("Not a directory.")
