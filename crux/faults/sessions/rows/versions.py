"""The rows of deploys and settings: an older version meets what a newer one wrote, a
prompt is broken, the secret key is another one.
"""

import shutil
import uuid
from pathlib import Path

import httpx
from django.conf import settings

from agents.engine import log, steering
from agents.models import AgentEvent, Session
from agents.workflows.table import WORKFLOWS
from crux.faults.sessions.invariants import judge
from crux.faults.sessions.script import second_version
from crux.faults.sessions.servers import wait_until
from crux.faults.sessions.stage import ROOT, Stage
from crux.faults.sessions.trials import Trial
from crux.testing.ports import free_port
from subscribers.consent import hash_key, tokens
from subscribers.consent.tokens import Purpose
from subscribers.models import Subscriber, Suppression, address_hash

TRACEBACK = "Traceback"
CELERY = ("-m", "celery", "-A", "crux", "worker", "-c", "1")


def older_version(stage: Stage) -> Trial:
    """This version is the older one: its commands meet a session of a newer one."""
    trial = Trial("older", "a workflow version and an event kind of a newer release")
    second = second_version()
    WORKFLOWS[second.name, second.version] = second
    newer = stage.session(is_published=False)
    del WORKFLOWS[second.name, second.version]
    for command in (
        ("replay", newer.name),
        ("runnewsletter", "--resume", newer.name),
        ("steersession", newer.name, "pause"),
        ("steersession", newer.name, "retry"),
    ):
        code, words = stage.call("manage.py", *command)
        sentence = words.strip().splitlines()[-1]
        is_told = code == 2 and f"in version {second.version}; known:" in sentence
        trial.expect(
            is_told and TRACEBACK not in words, f"{command[0]}: {words[-300:]}"
        )
    known = stage.session(is_published=False)
    _write_unknown(known)
    for command in (
        ("replay", known.name),
        ("steersession", known.name, "pause"),
        ("steersession", known.name, "unpause"),
        ("verifylog", known.name),
    ):
        code, words = stage.call("manage.py", *command)
        trial.expect(code == 0, f"{command[0]} of an unknown kind: {words[-300:]}")
    with stage.running():
        judge(stage, trial, known)
        newer.refresh_from_db()
        trial.expect(not newer.is_over, "a session from the future was touched")
        WORKFLOWS[second.name, second.version] = second
        steering.cancel(newer)
        del WORKFLOWS[second.name, second.version]
    trial.outcome = f"4 refused in a sentence, 4 carried on; {trial.outcome}"
    return trial


def _write_unknown(session: Session) -> None:
    """A line of a kind that no version has yet."""
    event = AgentEvent(
        id=uuid.uuid4(),
        session=session,
        seq=session.last_seq + 1,
        event_type="moon_phase",
        data={"phase": "full"},
        created_at=session.created_at,
    )
    event.hash = log.digest(session.name, session.head_hash, event)
    event.save(force_insert=True)
    Session.objects.filter(pk=session.pk).update(
        last_seq=event.seq, head_hash=event.hash
    )


def broken_prompt(stage: Stage) -> Trial:
    """A deploy whose prompt file nobody can read: nothing of ours starts with it."""
    trial = Trial("prompt", "a deploy with a broken prompt file")
    deployed = stage.directory / "deployed"
    shutil.copytree(ROOT, deployed, ignore=_not_ours, symlinks=True)
    prompt = deployed / "agents" / "prompts" / "writer.md"
    prompt.write_text(prompt.read_text().replace("model", "modell", 1))
    doors = (CELERY, ("manage.py", "clock"), ("manage.py", "worker"))
    for door in doors:
        code, words = stage.call(*door, of=deployed)
        is_told = code != 0 and "writer.md" in words and TRACEBACK not in words
        trial.expect(is_told, f"{door}: {code}, {words[-300:]}")
    shutil.rmtree(deployed)
    trial.tell(f"{len(doors)} of {len(doors)} doors name the file and end")
    return trial


def _not_ours(folder: str, names: list[str]) -> set[str]:
    """What a checkout does not hold."""
    hidden = {name for name in names if name.startswith(".") or name == "__pycache__"}
    return hidden | ({"var", "staticfiles"} if Path(folder) == ROOT else set())


def new_key(stage: Stage) -> Trial:
    """SECRET_KEY is another one: letters that were sent, and those who left, still hold."""
    trial = Trial("key", "SECRET_KEY replaced, the old one among the fallbacks")
    newsletter = stage.newsletter()
    reader, erased = Subscriber.objects.filter(newsletter=newsletter)[:2]
    token = tokens.make(Purpose.UNSUBSCRIBE, reader.pk)
    hash_key.hold()
    Suppression.objects.create(
        address_hash=address_hash(erased.address), reason="complained"
    )
    Subscriber.objects.filter(pk=erased.pk).delete()
    rotated = {
        "SECRET_KEY": "another-key-for-a-stage",
        "SECRET_KEY_FALLBACKS": settings.SECRET_KEY,
    }
    answer = _one_click(stage, token, rotated)
    reader.refresh_from_db()
    trial.expect(answer == 200, f"the link of an old letter answers {answer}")
    trial.expect(reader.status == "unsubscribed", f"the reader is {reader.status}")
    people = stage.directory / "people.csv"
    people.write_text(f"email\n{erased.address}\n{reader.address}\n")
    order = ("importsubscribers", str(people), "--newsletter", newsletter.slug)
    consent = ("--commit", "--wording", "They signed up elsewhere.")
    _, words = stage.call("manage.py", *order, *consent, under=rotated)
    active = Subscriber.objects.filter(
        newsletter=newsletter, address__in=[erased.address, reader.address],
        status=Subscriber.Status.ACTIVE,
    )  # fmt: skip
    trial.expect(not active, f"who complained or left is written to again: {words}")
    unknown = {"SECRET_KEY": "a-third-one"}
    code, words = stage.call("manage.py", *order, *consent, under=unknown)
    is_refused = code != 0 and "ADDRESS_HASH_KEY" in words and TRACEBACK not in words
    trial.expect(is_refused, f"an import under an unknown key: {code}, {words[-300:]}")
    trial.tell("the link works, who left stays away, an unknown key is refused")
    return trial


def _one_click(stage: Stage, token: str, environment: dict[str, str]) -> int:
    """What the site under that key answers to a mail program that unsubscribes."""
    port = free_port()
    site = stage.serve(port, **environment)
    there = f"http://127.0.0.1:{port}"
    wait_until(lambda: _answers(f"{there}/readyz"), 60, pause=0.2)
    body = {"List-Unsubscribe": "One-Click"}
    answer = httpx.post(f"{there}/unsubscribe/{token}", data=body, timeout=10)
    site.end()
    return answer.status_code


def _answers(address: str) -> bool:
    try:
        return httpx.get(address, timeout=2).is_success
    except httpx.HTTPError:
        return False
