import io
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings as configured
from django.core.management import CommandError, call_command
from honcho.printer import Message

from crux.management.commands import dev
from crux.management.commands.dev import Lines, Part

RUN = """
import os, sys
sys.path.insert(0, {base!r})
from crux.management.commands.dev import Part, run
parts = [Part(name, (sys.executable, "-c", code)) for name, code in {parts!r}.items()]
sys.exit(0 if run(parts, {{"CRUX_TEST": "given"}}, sys.stdout) else 1)
"""


def start(**parts: str) -> subprocess.Popen[str]:
    """Have the programs `parts` run side by side, in a process of their own."""
    code = RUN.format(base=str(configured.BASE_DIR), parts=parts)
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    )


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_each_line_says_whose_it_is_and_one_end_is_everybodys():
    process = start(
        site="import os, time; print(os.environ['CRUX_TEST']); time.sleep(60)",
        worker="import time; time.sleep(1); print('no!'); exit(3)",
    )

    output, _ = process.communicate(timeout=60)

    assert process.returncode == 1
    assert "site   | given" in output
    assert "worker | no!" in output


def test_an_end_without_a_fault_is_no_stop_by_a_person():
    process = start(site="print('done')")

    process.communicate(timeout=60)

    assert process.returncode == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopping_it_ends_the_parts_and_their_children(tmp_path: Path, number):
    note = tmp_path / "child"
    process = start(
        site="import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\n"
        "print('ready'); time.sleep(60)"
    )
    while "ready" not in process.stdout.readline():
        pass

    process.send_signal(number)
    process.communicate(timeout=60)

    assert process.returncode == 0
    deadline = time.monotonic() + 30
    while is_alive(int(note.read_text())) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_alive(int(note.read_text()))


def test_a_part_that_will_not_end_is_killed():
    process = start(
        deaf="import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "time.sleep(120)",
        ends="import time; time.sleep(1)",
    )

    process.communicate(timeout=60)

    assert process.returncode == 1


@pytest.mark.parametrize(
    ("has_broker", "has_worker", "names"),
    [
        (True, True, ["site", "live", "worker", "clock"]),
        (False, True, ["site", "live", "worker"]),
        (False, False, ["site", "live"]),
    ],
)
def test_who_does_the_steps_depends_on_the_broker(has_broker, has_worker, names):
    found = dev.parts(8000, has_broker=has_broker, has_worker=has_worker)

    assert [part.name for part in found] == names


@pytest.mark.django_db
def test_the_command_tells_where_the_site_is_and_fails_when_a_part_falls(
    settings, tmp_path: Path, monkeypatch, capsys
):
    settings.VAR_DIR = tmp_path / "var"
    ran = []
    monkeypatch.setattr(dev, "run", lambda parts, *_: ran.extend(parts))

    with pytest.raises(CommandError, match="last lines above say why"):
        call_command("dev", port=8123, models=9000)

    out = capsys.readouterr().out
    assert out.startswith("Crux at http://localhost:8123")
    assert "live events and MCP at port 8124" in out
    assert "Nobody can open the desk yet: manage.py createsuperuser" in out
    assert settings.VAR_DIR.is_dir()
    assert ran[0] == Part(
        "models", (sys.executable, "manage.py", "anthropicserver", "--port", "9000")
    )


def test_a_signal_in_the_midst_of_a_line_stops_nothing():
    class Busy(io.StringIO):
        """A terminal on which a line is being written just now."""

        def write(self, text):
            raise RuntimeError("reentrant call inside <_io.BufferedWriter>")

    Lines(Busy()).write(
        Message("line", "SIGINT received", datetime.now(UTC), "system", None)
    )
