"""What every test stands on: a clean environment, no network, servers when asked for.

`pytest` alone runs on SQLite and starts nothing. `make test` runs the same tests on
PostgreSQL. pyproject.toml says what the marks mean.
"""

import gc
import os
from collections.abc import Iterator

import django
import hypothesis
import pytest
import pytest_django
from django.conf import settings

from crux.testing.environment import (
    TEMPLATE,
    TESTS_REDIS_URL,
    is_prepared,
    prepare,
)
from crux.testing.flushing import emptying_what_has_rows, flushing_past_triggers
from crux.testing.guard import Guard, raise_guard
from crux.testing.rendering import telling_of_pages_alone
from crux.testing.services import ServiceUnavailable, start_redis
from crux.testing.standing import Standing, standing_rows, with_their_rows_last
from newsletter.testing.examples import examples

if settings.configured and not is_prepared():
    raise pytest.UsageError(
        "Django is set up already; unset DJANGO_SETTINGS_MODULE and leave --ds away"
    )
prepare()
django.setup()
# Nobody guesses passwords here: each account would take a third of a second.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if template := os.environ.get(TEMPLATE):
    settings.DATABASES["default"].setdefault("TEST", {})["TEMPLATE"] = template
GUARD = raise_guard()
# No test is one of time: how long an example may take depends on the machine.
hypothesis.settings.register_profile(
    "untimed",
    parent=hypothesis.settings(),
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=(hypothesis.HealthCheck.too_slow,),
)
hypothesis.settings.load_profile("untimed")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays to the end: garbage is not looked for among it, then or later.

    Each look takes half a second, for there are a million objects of modules and tests.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let tests marked `live` out, and nobody else."""
    if item.get_closest_marker("live"):
        with GUARD.lifted():
            return (yield)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that tried the network, even if its code swallowed the refusal."""
    GUARD.take_attempts()
    outcome = yield
    if attempts := GUARD.take_attempts():
        pytest.fail(f"the test tried the network: {', '.join(attempts)}")
    return outcome


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order what shares rows; skip what needs PostgreSQL where the database is another."""
    items[:] = with_their_rows_last(items)
    engine = settings.DATABASES["default"]["ENGINE"]
    if engine.endswith("postgresql"):
        return
    skip = pytest.mark.skip(reason="needs PostgreSQL: make test, or set DATABASE_URL")
    for item in items:
        if item.get_closest_marker("postgres"):
            item.add_marker(skip)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which database the tests ran on."""
    engine = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
    terminalreporter.write_line(f"Database: {engine}")


@pytest.fixture(scope="session", autouse=True)
def tables_can_be_emptied() -> Iterator[None]:
    """Between tests the append-only triggers step aside, and only what has rows is emptied."""
    with flushing_past_triggers(), emptying_what_has_rows():
        yield


@pytest.fixture(scope="session", autouse=True)
def pages_are_told_of(django_test_environment: None) -> Iterator[None]:
    """A test may ask what a page was given."""
    with telling_of_pages_alone():
        yield


@pytest.fixture(scope="module")
def standing(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[Standing]:
    """Writes rows once that every test of the module begins from."""
    with standing_rows(django_db_blocker) as write:
        yield write


@pytest.fixture
def network_guard() -> Guard:
    """The guard itself, for tests of it."""
    return GUARD


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a Redis: `REDIS_URL` where given, else one started for us."""
    if given := os.environ.get(TESTS_REDIS_URL):
        yield given
        return
    try:
        server = start_redis()
    except ServiceUnavailable as error:
        pytest.skip(str(error))
    with server:
        yield server.url
