"""The OpenAPI document and its page: each address, scope and problem stands there."""

import pytest
from django.utils.html import escape

from agents.access.scopes import Scope
from agents.doors import problems
from agents.doors.api.document import _marked, _openapi
from agents.tests.support.keys import Caller

pytestmark = pytest.mark.django_db


def test_the_page_tells_every_address_scope_and_problem_and_needs_no_script():
    answer = Caller().get("/docs")

    page = answer.content.decode()
    for path, methods in _openapi()["paths"].items():
        for method, operation in methods.items():
            assert f"<code>{method.upper()} {escape(path)}</code>" in page
            assert f'id="{operation["operationId"]}"' in page
    assert [scope for scope in Scope if f"<code>{scope}</code>" not in page] == []
    assert [one for one in problems.KINDS if f'id="problem-{one}"' not in page] == []
    assert "style=" not in page
    assert "`" not in page


def test_the_document_names_what_each_address_takes():
    told = Caller().get("/openapi.json").json()

    begin = told["paths"]["/api/v1/sessions"]["post"]
    assert begin["x-scope"] == "sessions:write"
    assert "Idempotency-Key" in [one["name"] for one in begin["parameters"]]
    assert told["openapi"].startswith("3.1")
    watch = told["paths"]["/api/v1/sessions/{name}/events/live"]["get"]
    assert "`Last-Event-ID` or `after`" in watch["description"]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("", ""),
        ("a `b` c", "a <code>b</code> c"),
        ("`<b>` & <i>", "<code>&lt;b&gt;</code> &amp; &lt;i&gt;"),
    ],
)
def test_words_between_backticks_are_code_and_markup_stays_text(text, marked):
    assert _marked(text) == marked
