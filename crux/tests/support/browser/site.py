"""The site that a browser is shown: gunicorn and a worker, with settings as in production."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from email import policy
from email.parser import BytesParser
from pathlib import Path

from crux.testing.ports import free_port

ROOT = Path(__file__).parents[4]
PATIENCE_SECONDS = 60
OTHER, OPERATOR_ADDRESS = "other", "operator@example.com"
OPERATOR, PASSWORD = "operator", "a long enough password"


@dataclass(frozen=True)
class Site:
    """Where it is, what `stage` put there, and the letters that leave it."""

    address: str
    folder: Path
    environment: dict[str, str]
    issue: str
    session: str
    key: int  # of that issue, on the desk

    def letter(self, to: str, subject: str, *, since: float = 0):
        """The newest letter to an address whose subject holds some words; waits for it."""
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            files = self.folder.glob("letters/**/*.*")  # alerts are .log, others .eml
            for file in sorted(files, key=lambda one: -one.stat().st_mtime_ns):
                letter = BytesParser(policy=policy.default).parsebytes(
                    file.read_bytes()
                )
                is_new = file.stat().st_mtime >= since
                if is_new and letter["To"] == to and subject in letter["Subject"]:
                    return letter
            time.sleep(0.2)
        raise AssertionError(f"no letter {subject!r} came")

    def links(self, address: str) -> dict[str, str]:
        """The links that a letter to that reader would bear."""
        module = [sys.executable, "-m", "crux.tests.support.browser.stage", address]
        return json.loads(run(module, self.environment).stdout)

    def ask(self, slug: str):
        """A session of a newsletter of its own, whose issue waits for an operator's yes;
        its key on the desk, and the letter that asks.
        """
        began = time.time()
        module = [sys.executable, "-m", "crux.tests.support.browser.stage"]
        told = run([*module, "--ask", slug], self.environment).stdout
        letter = self.letter(OPERATOR_ADDRESS, "Waits for your yes", since=began)
        return int(told), letter

    @contextlib.contextmanager
    def running(self, *arguments: str):
        """manage.py on the site's database, beside what is done meanwhile."""
        command = [sys.executable, "manage.py", *arguments]
        with subprocess.Popen(
            command, env=self.environment, cwd=ROOT, stdout=subprocess.DEVNULL
        ) as process:
            yield
            process.terminate()


def link_in(letter, part: str) -> str:
    """The first link of a letter's plain text whose address holds `part`."""
    text = letter.get_body(("plain",)).get_content()
    return next(link for link in re.findall(r"https?://\S+", text) if part in link)


def run(command, environment) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done


@contextlib.contextmanager
def serving(folder: Path):
    """A site with one newsletter and its sample issues, for as long as this lasts."""
    port = free_port()
    address = f"http://localhost:{port}"
    environment = {
        **os.environ,
        "ENV_FILE": os.devnull,
        "DEBUG": "False",
        "SECRET_KEY": "as long and random as the one of a test need be, so long",
        "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
        "VAR_DIR": str(folder),
        "BASE_URL": address,
        "PORT": str(port),
        "WEB_CONCURRENCY": "1",
        "CRUX_SOURCES": "sample",
        "CRUX_BRAINS": "local",
        "DELIVERY_TRANSPORT": "file",
        "OPERATOR_EMAILS": OPERATOR_ADDRESS,
        "POSTAL_ADDRESS": "Crux\\n1 Example Street\\n10000 Exampletown",
        "LOG_OUTPUT": "none",
        "SWEEP_SECONDS": "1",
    }
    told = json.loads(
        run(
            [sys.executable, "-m", "crux.tests.support.browser.stage"], environment
        ).stdout
    )
    manage = [sys.executable, "manage.py"]
    run([*manage, "collectstatic", "--no-input", "--verbosity", "0"], environment)
    commands = [[sys.executable, "-m", "gunicorn", "crux.wsgi"], [*manage, "worker"]]
    with contextlib.ExitStack() as stack:
        for command in commands:
            process = subprocess.Popen(command, env=environment, cwd=ROOT)
            stack.callback(process.wait, PATIENCE_SECONDS)
            stack.callback(process.terminate)
        wait_for(port)
        yield Site(address, folder, environment, **told)


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        time.sleep(0.1)
    raise AssertionError("the site does not answer")
