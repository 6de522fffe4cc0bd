"""What each command ends with where it is told what it cannot do: docs/commands.md."""

import pytest
from django.core.management import CommandError, call_command

from newsletter.tests.support.makers import make_newsletter

MISUSED = [
    "apikey make nobody --scope sessions:read",
    "apikey revoke nothing",
    "callagent nobody",
    "callagent ask question",
    "demo --workflow daily",
    "doctor --newsletter daily",
    "evaluate papers nothing.json",
    "evaluate prose nothing",
    "evaluate prose empty",
    "evaluate prose noise.md",
    "exportsubscribers --newsletter daily",
    "importsubscribers nothing.csv --newsletter weekly",
    "importsubscribers list.csv --newsletter daily",
    "importsubscribers list.csv --newsletter weekly --commit",
    "intake --source nobody",
    "interests check nothing.yaml",
    "interests check noise.md",
    "interests export out.yaml --name nobody",
    "knowledge import nothing",
    "outlets export out.opml --newsletter daily",
    "outlets import noise.md --newsletter weekly",
    "outlets import nothing.opml --newsletter weekly",
    "readmail",
    "readmail --maildir nothing",
    "recheck --newsletter daily",
    "reconcile nothing.log",
    "replay nothing",
    "request What? --newsletter daily",
    "restored nothing.log",
    "runnewsletter --brain lcal",
    "runnewsletter --interests nothing.yaml",
    "runnewsletter --newsletter daily",
    "runnewsletter --resume nothing",
    "secondfactor --off nobody",
    "steersession nothing pause",
    "tagsubscribers vip --newsletter daily",
    "takebounces nothing",
    "verifylog nothing",
]


@pytest.mark.django_db
@pytest.mark.parametrize("command", MISUSED)
def test_a_command_that_cannot_do_what_it_is_told_ends_with_2(
    command, tmp_path, monkeypatch
):
    make_newsletter(slug="weekly")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "noise.md").write_bytes(b"\xb2\x00")
    (tmp_path / "list.csv").write_text("email\nada@example.org\n")

    with pytest.raises(CommandError) as error:
        call_command(*command.split())

    assert error.value.returncode == 2, str(error.value)
    assert not str(error.value).startswith("Error: ")  # argparse's own: 2 in a shell


def test_mcp_with_a_key_that_is_none_ends_with_2(db, settings):
    settings.CRUX_KEY = "crux_nothing"

    with pytest.raises(CommandError) as error:
        call_command("mcp")

    assert error.value.returncode == 2
