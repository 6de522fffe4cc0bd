import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from crux.dev import Crew, Part
from crux.management.commands import dev


def python(name: str, code: str) -> Part:
    return Part(name, (sys.executable, "-c", code))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def written():
    return []


def test_each_line_says_whose_it_is_and_one_end_is_everybodys(written):
    crew = Crew(
        [
            python("site", "import time; print('up', flush=True); time.sleep(60)"),
            python("worker", "import time; time.sleep(.3); print('no!'); exit(3)"),
        ],
        written.append,
    )

    code = crew.run()

    assert code == 1
    assert "site   | up\n" in written
    assert "worker | no!\n" in written
    assert "worker ended with code 3; so does the rest.\n" in written


def test_ctrl_c_ends_the_parts_and_their_children(written, tmp_path: Path):
    note = tmp_path / "child"
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\n"
        "print('ready', flush=True); time.sleep(60)"
    )
    before = signal.getsignal(signal.SIGINT)

    def press_ctrl_c() -> None:
        while not any("ready" in line for line in written):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    finger = threading.Thread(target=press_ctrl_c)
    finger.start()
    exit_code = Crew([python("site", code)], written.append).run()
    finger.join()

    assert exit_code == 0
    deadline = time.monotonic() + 5
    while is_alive(int(note.read_text())) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_alive(int(note.read_text()))
    assert signal.getsignal(signal.SIGINT) is before


def test_a_part_that_will_not_end_is_killed(written):
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print('deaf', flush=True); time.sleep(60)"
    )
    ends = "import sys, time; time.sleep(.5); sys.exit(1)"
    crew = Crew([python("a", code), python("b", ends)], written.append)
    crew.grace_seconds = 0.2

    began = time.monotonic()
    crew.run()

    assert time.monotonic() - began < 10


def test_a_terminal_gets_colours(written):
    Crew([python("site", "print('up')")], written.append, is_coloured=True).run()

    assert written[0] == "\033[36msite | \033[0mup\n"


def test_a_program_that_does_not_exist_stops_the_others(written):
    crew = Crew(
        [
            python("site", "import time; time.sleep(60)"),
            Part("worker", ("/nowhere/worker",)),
        ],
        written.append,
    )

    with pytest.raises(FileNotFoundError):
        crew.run()


@pytest.mark.parametrize(
    ("has_broker", "has_worker", "names"),
    [
        (True, True, ["site", "worker", "beat"]),
        (False, True, ["site", "worker"]),
        (False, False, ["site"]),
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
    monkeypatch.setattr(
        dev, "parts", lambda port, **_: [python("site", f"print('at', {port})")]
    )

    with pytest.raises(CommandError, match="last lines above say why"):
        call_command("dev", port=8123)

    out = capsys.readouterr().out
    assert out.startswith("Crux at http://localhost:8123")
    assert "site | at 8123\n" in out
    assert "Nobody can open the desk yet: manage.py createsuperuser" in out
    assert settings.VAR_DIR.is_dir()
