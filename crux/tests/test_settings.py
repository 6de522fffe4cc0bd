import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from agents.brains.table import MAKERS
from agents.models import Session
from crux.testing.environment import EXAMPLE, known_names, prepare
from subscribers.delivery.transports.table import TRANSPORTS

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
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("SECRET_KEY is not set, or the default one")


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


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("WEB_SEARCH", "google", "it must be one of: own, searxng, brave, tavily."),
        ("WEB_SEARCH", "brave", "WEB_SEARCH is brave and WEB_SEARCH_KEY is not set:"),
        ("WEB_SEARCH", "searxng", "WEB_SEARCH_URL is not set:"),
        ("WEB_SEARCH_URL", "localhost", "it must be like https://"),
        ("WEB_SEARCH_KEY", "two words", "WEB_SEARCH_KEY holds a space"),
        ("REDDIT_CLIENT_ID", "alone", "one of them is not set: give both"),
        ("REDDIT_SEARCH", "maybe", "it must be one of: on, off."),
    ],
)
def test_what_scouts_cannot_search_with_is_one_sentence(name, value, told):
    done = run("import crux.settings", **{name: value})

    (sentence,) = done.stderr.splitlines()
    assert done.returncode == 1
    assert told in sentence
    assert "two words" not in sentence


MANAGE = ("manage.py", "check")
CELERY = ("-m", "celery", "-A", "crux", "worker")
GUNICORN = ("-m", "gunicorn", "crux.wsgi", "--bind", "127.0.0.1:0")


@pytest.mark.parametrize(
    ("door", "name", "value"),
    [
        (MANAGE, "DATABASE_URL", "nonsense"),
        (MANAGE, "EMAIL_PORT", "abc"),
        (MANAGE, "SUBSCRIBER_CAP", "abc"),
        (MANAGE, "REDIS_URL", "foo"),
        (MANAGE, "LOG_OUTPUT", "xml"),
        (MANAGE, "WEB_CONCURRENCY", "abc"),
        (MANAGE, "DEBUG", "False"),
        (MANAGE, "MONTH_DOLLARS", "nan"),
        (MANAGE, "BASE_URL", "foo"),
        (CELERY, "CRUX_BRAINS", "foo"),
        (CELERY, "DEBUG", "False"),
        (GUNICORN, "DELIVERY_TRANSPORT", "foo"),
        (GUNICORN, "DEBUG", "False"),
    ],
)
def test_a_mistake_is_one_sentence_at_every_door(door, name, value):
    done = subprocess.run(
        [sys.executable, *door],
        cwd=settings.BASE_DIR,
        env={**os.environ, name: value},
        capture_output=True,
        text=True,
        timeout=120,
    )

    (sentence,) = done.stderr.splitlines()
    asked = "SECRET_KEY" if name == "DEBUG" else name
    assert done.returncode == 1
    assert sentence.startswith(f"{asked} is ")
    assert done.stdout == ""
    if name != "DEBUG":
        assert repr(value) in sentence


def test_addresses_stay_hashed_with_the_first_key_while_it_is_known():
    code = "from crux.settings import ADDRESS_HASH_KEY; print(ADDRESS_HASH_KEY)"
    rotated = {"SECRET_KEY": "third", "SECRET_KEY_FALLBACKS": "second,first"}

    assert run(code, SECRET_KEY="first").stdout.strip() == "first"
    assert run(code, **rotated).stdout.strip() == "first"
    assert run(code, **rotated, ADDRESS_HASH_KEY="own").stdout.strip() == "own"


def test_the_port_is_where_links_lead():
    code = "from crux.settings import BASE_URL; print(BASE_URL)"

    assert run(code, PORT="8123").stdout.strip() == "http://localhost:8123"
    assert (
        run(code, PORT="8123", BASE_URL="https://a.b/").stdout.strip() == "https://a.b"
    )


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
        and call.func.attr != "read_env"
    }

    compose = Path(settings.BASE_DIR, "compose.yaml").read_text()
    asked = set(re.findall(r"\$\{(\w+)", compose))

    assert read | asked == known_names()


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
        "KEPT_PAGES_TRUSTED_SECONDS",
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


@pytest.mark.parametrize(
    ("values", "smtps_and_starttls"),
    [
        ({}, "False False"),
        ({"EMAIL_HOST": "127.0.0.1"}, "False False"),
        ({"EMAIL_HOST": "relay.news.org"}, "False True"),
        ({"EMAIL_HOST": "relay.news.org", "EMAIL_PORT": "465"}, "True False"),
        ({"EMAIL_HOST": "relay.news.org", "EMAIL_USE_TLS": "False"}, "False False"),
        ({"EMAIL_HOST": "relay.news.org", "EMAIL_USE_SSL": "True"}, "True False"),
    ],
)
def test_the_way_to_another_machine_is_encrypted_by_default(values, smtps_and_starttls):
    code = "from crux.settings import *; print(EMAIL_USE_SSL, EMAIL_USE_TLS)"

    assert run(code, **values).stdout.strip() == smtps_and_starttls


def test_what_may_be_set_is_what_there_is():
    source = Path(settings.BASE_DIR, "crux", "settings.py").read_text()
    known = {
        call.args[0].value: ast.literal_eval(call.args[1])
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in {"one_of", "some_of"}
        and isinstance(call.args[1], ast.List)
    }

    assert set(known["CRUX_BRAINS"]) == set(MAKERS)
    assert set(known["DELIVERY_TRANSPORT"]) == set(TRANSPORTS)
    assert set(known["CRUX_SOURCES"]) == {"auto", *Session.Sources.values}


def test_a_claim_that_one_late_beat_loses_stops_the_start():
    values = {"HEARTBEAT_SECONDS": "15"}

    assert run("import crux.settings", **values, LEASE_SECONDS="45").returncode == 0
    assert "LEASE_SECONDS is 44" in (
        run("import crux.settings", **values, LEASE_SECONDS="44").stderr
    )


def test_both_ways_of_encrypting_at_once_stop_the_start():
    done = run("import crux.settings", EMAIL_USE_SSL="True", EMAIL_USE_TLS="True")

    assert "are both True" in done.stderr
