"""The API called as its own document leads schemathesis to, and as it does not: no fault, no
answer outside its schema, nothing read without a key. A short form here; `make api-fuzz`
makes 10,000 calls.
"""

from contextlib import suppress

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from agents.doors.api.document import _openapi
from agents.tests.doors.api.test_access import OPEN
from agents.tests.support import approvals
from agents.tests.support.keys import ALL, make_key
from newsletter.models import Citation
from newsletter.tests.support.makers import make_issue, make_newsletter, make_source
from newsletter.tests.support.stories import make_held
from subscribers.models import Delivery
from subscribers.tests.support.makers import make_reader

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SHORT, LONG = 80, 10_000
application = get_wsgi_application()
SECRET = "ada@x.org"
pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore")]


@pytest.fixture
def world(settings):
    """Something behind each address; the name that is needed to find it, where one is."""
    settings.CRUX_SOURCES = "sample"
    # As Django's own client has it: the test's transaction outlives each request.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    settings.API_REQUESTS_PER_HOUR_WITHOUT_KEY = 1_000_000
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # it waits while calls are thought of
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    weekly, source = make_newsletter(slug="weekly"), make_source()
    issue = make_issue(weekly)
    Citation.objects.create(
        issue=issue, position=1, claim="It is out.", quote="It is out.",
        url=source.url, source=source,
    )  # fmt: skip
    Delivery.objects.create(issue=issue, subscriber=make_reader(weekly, SECRET))
    story = make_held(weekly)
    session = approvals.waiting()
    yield {
        "newsletter": weekly.slug,
        "issue": issue.slug,
        "name": session.name,
        "story": story.pk,
        "subscriber": issue.deliveries.get().subscriber_id,
    }
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def _ways(named, number, times):
    """Kinds of calls: as the document says or forbids, with known names or any; the short
    form makes the second kind of each third address alone.
    """
    if times == SHORT:
        ways = [(GenerationMode.POSITIVE, named or None)]
        return ways if number % 3 else [*ways, (GenerationMode.NEGATIVE, None)]
    names = (named, None) if named else (None,)
    return [(mode, known) for mode in GenerationMode for known in names]


def calls(world, token, times):
    """So many calls in all: as the document says, and as it forbids; known names half
    the time. Each answer is held to the document.
    """
    schema = schemathesis.openapi.from_dict(_openapi())
    schema.app = application
    operations = [found.ok() for found in schema.get_all_operations()]
    # The way through WSGI takes no compressed answers.
    headers = {"Accept-Encoding": "identity"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    made = 0
    share = max(1, times // len(operations) // 4)
    for number, operation in enumerate(operations):
        named = {part: world[part] for part in world if f"{{{part}}}" in operation.path}
        for mode, known in _ways(named, number, times):
            cases = operation.as_strategy(generation_mode=mode, path_parameters=known)

            @given(case=cases)
            @hypothesis_settings(
                max_examples=share,
                database=None,
                derandomize=times == SHORT,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            def call(case):
                nonlocal made
                answer = case.call(app=application, headers=headers)
                case.validate_response(answer, checks=CHECKS)
                made += 1
                if not token:
                    opened = case.operation.definition.raw["operationId"] in OPEN
                    assert opened or answer.status_code in {401, 404, 405, 422, 400}
                    assert SECRET not in answer.text

            # Some addresses have nothing that could be sent wrongly.
            with suppress(Unsatisfiable):
                call()
    return made


def test_a_key_of_all_scopes_finds_no_fault(world):
    token = make_key(*ALL)[1]

    assert calls(world, token, SHORT) >= SHORT // 4


def test_without_a_key_nothing_is_read(world):
    assert calls(world, "", SHORT) >= SHORT // 4


@pytest.mark.slow
@pytest.mark.parametrize("has_key", [True, False])
def test_ten_thousand_calls_find_no_fault(world, has_key, capsys):
    """Half of them with a key of all scopes, half without one."""
    token, made = make_key(*ALL)[1] if has_key else "", 0

    while made < LONG // 2:
        made += calls(world, token, LONG // 2 - made)

    with capsys.disabled():
        whose = "with a key of all scopes" if has_key else "without a key"
        print(f"\n{made:,} calls {whose}: no fault")  # noqa: T201
