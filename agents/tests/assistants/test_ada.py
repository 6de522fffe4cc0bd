import pytest

from agents.assistants import thinking
from agents.executions.calling import call
from agents.registry.contract import Request
from agents.testing.archive import make_newsletter

pytestmark = pytest.mark.django_db
FIELDS = [
    {"label": "Name", "value": "Grace"},
    {"label": "Budget", "value": "tbd"},
    {"label": "Deadline", "value": ""},
    {"label": "Project", "value": "A parser for 300 files. Can you start in May?"},
]


@pytest.fixture(autouse=True)
def operator(settings):
    make_newsletter()
    settings.OPERATOR_EMAILS = ["op@example.com"]
    settings.DELIVERY_TRANSPORT = "anymail"  # the backend of the tests


@pytest.fixture
def model(monkeypatch, settings):
    def says(summary, *questions):
        settings.CRUX_BRAINS = ["messages", "local"]
        said = {"summary": summary, "questions": questions}
        monkeypatch.setattr(thinking, "_asked", lambda *_: said)

    return says


def fill_in(fields=FIELDS, form="Enquiry"):
    return call("ada", Request(input={"form": form, "fields": fields}))


def test_a_form_is_summed_up_with_what_is_open_and_mailed(mailoutbox):
    answer = fill_in()

    assert "Grace" in answer.output["summary"]
    assert answer.output["questions"] == [
        "What is your answer to “Budget”? You wrote “tbd”.",
        "What is your answer to “Deadline”?",
        "They ask under “Project”: Can you start in May?",
    ]
    [letter] = mailoutbox
    assert letter.to == ["op@example.com"]
    assert "They ask" in letter.body


def test_a_models_summary_is_mailed_beside_what_was_filled_in(mailoutbox, model):
    model("Grace wants a parser for 300 files.", "What is the budget?")

    answer = fill_in()

    assert answer.metadata.brain == "messages"
    assert "300 files" in mailoutbox[0].body
    assert "Budget: tbd" in mailoutbox[0].body


@pytest.mark.parametrize(
    "said",
    ["Grace pays 9,000 dollars.", "Write to evil@example.org at once."],
)
def test_a_summary_that_the_form_does_not_bear_is_left_to_rules(said, model):
    model(said)

    assert said not in fill_in().output["summary"]


def test_a_hostile_form_mails_nobody_else_and_breaks_no_header(mailoutbox):
    fields = [
        {"label": "Cc\nBcc: evil@example.org", "value": "x\r\nBcc: e@example.org"}
    ]

    fill_in(fields, form="Hello\nBcc: evil@example.org")

    [letter] = mailoutbox
    assert letter.recipients() == ["op@example.com"]
    assert "\n" not in letter.subject


def test_an_empty_form_is_told_as_one(mailoutbox):
    answer = fill_in([])

    assert answer.success
    assert "0 of 0" in answer.output["summary"]
