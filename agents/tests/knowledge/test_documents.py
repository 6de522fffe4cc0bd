import pytest

from agents.knowledge import documents
from agents.models import Document, DocumentVersion
from agents.testing.archive import make_newsletter
from agents.tools.lookup.search_knowledge import TOOL

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
TEXT = "We price by the seat.\n\nRefunds take five days.\n\nParser runs on Linux."


@pytest.fixture
def weekly():
    return make_newsletter()


def make_document(text=TEXT, **fields):
    document = Document(**{"title": "Handbook", "text": text, **fields})
    documents.keep(document, by="ada")
    return document


def test_a_document_is_found_by_the_paragraph_that_answers(weekly):
    document = make_document()
    make_document("Nothing of this kind.", title="Other")

    [found] = documents.search(weekly, "how long do refunds take")

    assert found.document == document
    assert "Refunds take five days." in found.text


@pytest.mark.parametrize(
    "query", ["", "“”", "quantum", "a' OR 1=1 --", '"', "x AND NEAR(", "(", "*"]
)
def test_a_query_that_nothing_answers_finds_nothing_and_breaks_nothing(weekly, query):
    make_document()

    assert documents.search(weekly, query) == []


def test_each_change_is_a_version_and_none_is_lost(weekly):
    document = make_document()
    document.text = "Refunds take nine days."

    assert documents.keep(document, by="grace")
    assert not documents.keep(document, by="grace")

    told = DocumentVersion.objects.order_by("number").values_list(
        "number", "text", "by"
    )
    assert list(told) == [(1, TEXT, "ada"), (2, "Refunds take nine days.", "grace")]
    assert documents.search(weekly, "seat") == []
    assert documents.search(weekly, "nine")


def test_what_is_not_active_or_of_another_newsletter_is_not_shown(weekly):
    make_document(is_active=False)
    make_document(newsletter=make_newsletter("other"), title="Theirs")

    assert documents.search(weekly, "refunds") == []


def test_the_voice_of_a_platform_comes_first(weekly):
    make_document(kind="voice", title="any")
    make_document(kind="voice", title="ours", platform="linkedin")
    make_document(kind="voice", title="theirs", platform="x")

    assert [one.title for one in documents.voice(weekly, "linkedin")] == ["ours", "any"]


def test_the_tool_answers_what_search_finds(bench):
    make_document()

    [found] = TOOL.run(bench, {"query": "refunds"})["documents"]

    assert (found["title"], found["version"]) == ("Handbook", 1)
