import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from crux.testing.environment import EXAMPLE, known_names, prepare

PRODUCTION = {"DEBUG": "False", "SECRET_KEY": "k" * 50}


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `code` in a Python of its own, under `environment`."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_site_refuses_to_start_in_production_with_the_default_key():
    done = run("import crux.wsgi", DEBUG="False")

    assert done.returncode == 1
    assert "SECRET_KEY is the default one" in done.stderr.splitlines()[-1]


def test_the_site_starts_in_production_with_a_key_of_its_own():
    assert run("import crux.wsgi", **PRODUCTION).returncode == 0


def test_in_production_static_files_carry_their_hash(tmp_path: Path):
    code = (
        "import django; django.setup()\n"
        "from django.conf import settings\n"
        "from django.core.management import call_command\n"
        f"settings.STATIC_ROOT = {str(tmp_path)!r}\n"
        "call_command('collectstatic', interactive=False, verbosity=0)\n"
        "from django.templatetags.static import static\n"
        "print(static('admin/css/base.css'))"
    )

    done = run(code, **PRODUCTION)

    assert done.stderr == ""
    address = done.stdout.strip().removeprefix("/static/")
    assert address != "admin/css/base.css"
    assert (tmp_path / address).exists()


def test_a_value_that_cannot_be_read_stops_the_start():
    done = run("import crux.settings", LOG_OUTPUT="paper")

    assert done.returncode == 1
    assert "'paper'" in done.stderr


def test_the_host_of_the_site_is_always_allowed():
    code = "from crux.settings import ALLOWED_HOSTS; print(ALLOWED_HOSTS)"

    done = run(code, BASE_URL="https://news.crux.dev", ALLOWED_HOSTS="a.b")

    assert done.stdout.strip() == "['a.b', 'news.crux.dev']"


def test_the_example_lists_every_setting_and_no_other():
    source = Path(settings.BASE_DIR, "crux", "settings.py").read_text()
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    read = {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "env"
    }

    assert read == known_names()


def test_the_example_can_be_taken_as_it_is(tmp_path: Path):
    everything = tmp_path / "everything"
    lines = EXAMPLE.read_text().splitlines()
    empty = ("SECRET_KEY", "DATABASE_URL", "ENV_FILE", "ADDRESS_HASH_KEY")
    values = [line.removeprefix("#") for line in lines if not line.startswith("# ")]
    everything.write_text(
        "\n".join(value for value in values if value.split("=")[0] not in empty)
    )

    done = run("import crux.settings", ENV_FILE=str(everything))

    assert done.returncode == 0, done.stderr


def test_tests_meet_none_of_the_settings_around_them():
    environment = {
        "ANTHROPIC_API_KEY": "sk-ant-real",
        "DATABASE_URL": "postgres://db/crux",
        "REDIS_URL": "redis://db/0",
        "EMAIL_HOST": "mail",
        "HOME": "/home/ann",
    }

    prepare(environment)

    assert environment.keys() == {
        "DATABASE_URL",
        "TESTS_REDIS_URL",
        "HOME",
        "ENV_FILE",
        "DJANGO_SETTINGS_MODULE",
        "VAR_DIR",
    }


@pytest.mark.django_db
def test_the_admin_works_under_the_policy_for_content(client: Client):
    response = client.get("/admin/login/")

    policy = response.headers["Content-Security-Policy"]
    page = response.content.decode()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in page
    assert "style=" not in page
    assert "onclick=" not in page
