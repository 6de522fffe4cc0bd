import pytest

from newsletter.drafts.contract import DIGEST
from newsletter.pages.evidence import at_passage, lines
from newsletter.tests.support.makers import make_issue, make_source

A = "https://a.example/post"


@pytest.mark.parametrize(
    ("quote", "fragment"),
    [
        ("It has 71.2% on MMLU.", "It%20has%2071.2%25%20on%20MMLU."),
        ("a-b, c & d", "a%2Db%2C%20c%20%26%20d"),
        ("one two three four five six seven eight nine",
         "one%20two%20three%20four,six%20seven%20eight%20nine"),
        ("It is open … and small", "It%20is%20open,and%20small"),
        ("It is open [...] and small", "It%20is%20open,and%20small"),
    ],
)  # fmt: skip
def test_a_browser_opens_a_source_at_its_passage(quote, fragment):
    assert at_passage(A, quote) == f"{A}#:~:text={fragment}"


def test_an_address_keeps_the_fragment_that_it_has():
    assert at_passage(f"{A}#part", "word") == f"{A}#part:~:text=word"


@pytest.mark.parametrize("quote", ["", " … "])
def test_a_quote_without_words_opens_the_page(quote):
    assert at_passage(A, quote) == A


DIGEST_TEXT = """# Parsers

This issue has one story.

## Reading documents

### 1. Parser 2.0

It reads ([a lab](https://lab.example/parser)).

### In brief

- [A town library sorts its letters by a local model](https://library.example/letters) (Field Notes, 6 August)
- [Nobody stored this](https://gone.example/) (Gone, 6 August)
"""


@pytest.mark.django_db
def test_a_line_opens_to_the_passage_of_its_page(client):
    source = make_source(
        "It was a wet summer. A local model sorts 300 letters a day for the library. It"
        " costs nothing.",
        url="https://library.example/letters",
        title="A town library",
    )
    issue = make_issue(markdown=DIGEST_TEXT, contract=DIGEST.name)

    [line] = lines(issue)
    page = client.get(f"/issues/{issue.slug}/sources").content.decode()
    text = client.get(f"/issues/{issue.slug}/texts/{source.sha256}")

    assert line.said.startswith("A town library sorts its letters")
    assert (
        line.context.passage == "A local model sorts 300 letters a day for the library."
    )
    assert f"<mark>{line.context.passage}</mark>" in page
    assert text.content.decode() == source.text


@pytest.mark.django_db
def test_no_text_is_given_that_an_issue_does_not_rest_on(client):
    other = make_source("Another text.", url="https://other.example/")
    issue = make_issue(markdown=DIGEST_TEXT, contract=DIGEST.name)

    assert client.get(f"/issues/{issue.slug}/texts/{other.sha256}").status_code == 404
