"""The page of evidence: each claim beside the passage that it rests on."""

from datetime import UTC, datetime

import pytest
from selectolax.lexbor import LexborHTMLParser

from newsletter.drafts.contract import DIGEST
from newsletter.models import Citation, Correction, Coverage
from newsletter.pages.evidence import at_passage, lines
from newsletter.tests.support.makers import (
    QUOTE,
    make_cited_issue,
    make_issue,
    make_source,
)
from newsletter.tests.support.site import shown

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


@pytest.mark.django_db
def test_every_claim_leads_to_its_evidence_and_back(client, newsletter):
    issue = make_cited_issue(newsletter)
    page = client.get(f"/issues/{issue.slug}/").content.decode()
    evidence = client.get(f"/issues/{issue.slug}/sources").content.decode()

    assert 'href="sources#c1"' in page
    assert 'id="c1"' in evidence
    assert f'href="/issues/{issue.slug}/#r1"' in evidence
    assert 'id="r1"' in page


@pytest.mark.django_db
def test_evidence_names_quote_source_time_and_hash(client, newsletter):
    issue = make_cited_issue(newsletter)

    text = shown(client.get(f"/issues/{issue.slug}/sources"))

    source = issue.citations.get().source
    for part in [QUOTE, source.title, "7 August 2025, 09:00 UTC", source.sha256, "ok"]:
        assert part in text
    assert "found word for word" in text


@pytest.mark.django_db
def test_evidence_shows_the_passage_marked_in_its_context(client, newsletter):
    issue = make_cited_issue(newsletter)

    tree = LexborHTMLParser(client.get(f"/issues/{issue.slug}/sources").content)

    assert tree.css_first("mark").text() == QUOTE
    assert tree.css_first("blockquote").text() == f"News. {QUOTE} More."


@pytest.mark.django_db
def test_a_reader_gets_the_stored_text_and_no_other(client, newsletter):
    issue = make_cited_issue(newsletter)
    source = issue.citations.get().source
    other = make_source(text="Never cited.")

    evidence = client.get(f"/issues/{issue.slug}/sources").content.decode()
    response = client.get(f"/issues/{issue.slug}/texts/{source.sha256}")

    assert f'href="texts/{source.sha256}"' in evidence
    assert response.content.decode() == source.text
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    path = f"/issues/{issue.slug}/texts/{other.sha256}"
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_evidence_says_why_each_story_was_told(client, newsletter):
    issue = make_cited_issue(newsletter)
    path = f"/issues/{issue.slug}/sources"
    story = {
        "title": "Model A is out",
        "url": "https://a.example/news",
        "kind": "launch",
    }
    Coverage.objects.create(issue=issue, story_id="old", **story)
    assert "Why these stories" not in shown(client.get(path))

    Coverage.objects.create(issue=issue, story_id="a", why="it fits one GPU", **story)

    assert "Why these stories Model A is out Picked because it fits one GPU" in shown(
        client.get(path)
    )


@pytest.mark.django_db
def test_a_passage_opens_in_its_page_unless_it_is_not_there(client, newsletter):
    issue = make_cited_issue(newsletter)
    citation = issue.citations.get()
    path = f"/issues/{issue.slug}/sources"

    assert f'href="{citation.url}#:~:text=' in client.get(path).content.decode()

    citation.match = "none"
    citation.save()
    assert ":~:text=" not in client.get(path).content.decode()


@pytest.mark.django_db
def test_evidence_tells_what_became_of_a_link_since(client, newsletter):
    issue = make_cited_issue(newsletter)
    its_own = f"{issue.citations.get().url}?utm_source=x"
    for url, reason in ((its_own, "dead"), ("https://b.example/", "retracted")):
        Correction.objects.create(
            issue=issue,
            url=url,
            reason=reason,
            sentence="So.",
            noticed_at=datetime(2025, 8, 11, 4, 17, tzinfo=UTC),
        )

    text = shown(client.get(f"/issues/{issue.slug}/sources"))

    assert "ok when the issue was verified Sincedead, seen on 11 August 2025" in text
    assert "retracted" not in text


@pytest.mark.django_db
def test_evidence_without_a_stored_text_says_so(client, newsletter):
    issue = make_issue(newsletter)
    Citation.objects.create(
        issue=issue,
        position=1,
        claim="A claim.",
        quote="A quote.",
        url="https://a.example/gone",
        match="none",
    )

    text = shown(client.get(f"/issues/{issue.slug}/sources"))

    assert "its text was not kept" in text
    assert "not found in the stored text" in text
    assert "1 not found" in text
