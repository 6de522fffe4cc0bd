"""`manage.py interests`: a file taken in, given out, or only checked."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from newsletter.models import StoredInterests
from newsletter.tests.support.makers import make_newsletter

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "garden.yaml"
    path.write_text("# mine\ntopics: [roses]\n")
    return path


def run(*arguments):
    out = StringIO()
    call_command("interests", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_a_file_that_is_good_is_only_told_to_be(file):
    assert run("check", file) == f"{file} is good. It sets: topics.\n"
    assert not StoredInterests.objects.exists()


def test_each_fault_is_told_with_file_and_line(file):
    file.write_text("topics: [roses]\ntone: wity\nlenght: 300\n")

    with pytest.raises(CommandError) as refused:
        run("check", file)

    first, second = str(refused.value).splitlines()
    assert first.startswith(
        f"{file}: line 2: tone: no tone wity (the nearest is witty)"
    )
    assert second.startswith(f"{file}: line 3: no key lenght (the nearest is length)")
    assert refused.value.returncode == 2


def test_what_is_taken_in_comes_out_byte_for_byte(file, tmp_path):
    newsletter = make_newsletter()

    told = run("import", file, "--newsletter", newsletter.slug)
    run("export", tmp_path / "out.yaml", "--newsletter", newsletter.slug)

    assert "Added interests garden" in told
    assert f"Newsletters that go by them: {newsletter}." in told
    assert (tmp_path / "out.yaml").read_bytes() == file.read_bytes()
    shown = run("export", "-", "--newsletter", newsletter.slug)
    assert shown == file.read_text()
    newsletter.refresh_from_db()
    assert newsletter.topics == ["roses"]


def test_a_second_import_tells_what_changed(file):
    run("import", file)
    file.write_text("topics: [roses]\nopinions: yes\n")

    assert "opinions: False → True" in run("import", file)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("import", "{file}", "--newsletter", "nix"), "No newsletter 'nix'; known: "),
        (("import", "{file}", "--name", "My garden"), "such as 'my-garden', not 'My"),
        (("export", "{file}"), "Say which with --name; known: none."),
        (("export", "{file}", "--name", "nix"), "No interests 'nix'; known: none."),
        (("check", "{file}.gone"), "No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(file, arguments, told):
    with pytest.raises(CommandError, match=re.escape(told)):
        run(*(one.format(file=file) for one in arguments))
