"""The page of a thread, and the links to it."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from newsletter.drafts.parsing import parse
from newsletter.issues import memory, withdrawal
from newsletter.issues.memory import Covered
from newsletter.issues.page import page_html
from newsletter.models import Coverage, Issue
from newsletter.tests.support.makers import NOW, make_issue, make_newsletter, make_story

pytestmark = pytest.mark.django_db
PAGE = "<article><h3>Model A is out</h3></article>\n<article><h3>C</h3></article>\n"


@pytest.fixture
def issues():
    """Two issues that told two versions of one product."""
    newsletter = make_newsletter(title="Crux")
    made = []
    for number in (1, 2):
        issue = make_issue(newsletter, page_html=PAGE)
        url = "https://a.example/news" if number == 1 else "https://a.example/2"
        story = make_story(f"s{number}", title=f"Kettle 1.{number} is out", url=url)
        memory.remember(issue, [Covered(story, why="it is new")])
        memory.follow(issue, {}, {})
        made.append(issue)
    return made


def test_a_thread_tells_one_story_through_the_issues_newest_first(client, issues):
    text = client.get("/stories/kettle").content.decode()

    assert "<h1>Kettle</h1>" in text
    assert text.index("Kettle 1.2 is out") < text.index("Kettle 1.1 is out")
    assert f"/issues/{issues[0].slug}/" in text


def test_what_is_told_of_a_story_is_cut_where_a_word_ends(client, issues):
    Coverage.objects.update(gist="Understandable " * 20)

    text = client.get("/stories/kettle").content.decode()

    assert "Understandable…" in text


def test_an_item_and_its_evidence_link_to_its_thread(client, issues):
    page = client.get(f"/issues/{issues[0].slug}/").content.decode()
    evidence = client.get(f"/issues/{issues[0].slug}/sources").content.decode()

    first, second, _ = page.split("</article>", 2)
    assert 'href="/stories/kettle"' in first
    assert 'href="/stories/kettle"' not in second
    assert 'href="/stories/kettle"' in evidence


def test_threads_are_in_the_sitemap_and_unknown_ones_are_not_there(client, issues):
    assert "/stories/kettle" in client.get("/sitemap.xml").content.decode()
    assert client.get("/stories/ladle").status_code == 404


def test_a_thread_of_rehearsals_is_no_page(client, issues):
    Issue.objects.update(status=Issue.Status.PREVIEW)

    assert client.get("/stories/kettle").status_code == 404


def test_a_thread_of_which_one_telling_is_left_says_so(client, issues):
    withdrawal.withdraw(issues[1], "Wrong.", NOW)

    assert "Told once so far" in client.get("/stories/kettle").content.decode()


SECOND = """\
# A week

This issue has one.

## What shipped

### 1. A ladle

It ladles ([a lab](https://a.example/ladle)).

### 2. Kettle 1.2

It boils ([a lab](https://a.example/2)).
"""


def test_each_telling_opens_at_its_story(client, issues):
    Issue.objects.filter(pk=issues[0].pk).update(markdown="# A week\n\nNothing.\n")
    Issue.objects.filter(pk=issues[1].pk).update(markdown=SECOND)

    page = LexborHTMLParser(client.get("/stories/kettle").content.decode())

    opened = [link.attributes["href"] for link in page.css(".archive h2 a")]
    second, first = (f"/issues/{issue.slug}/" for issue in reversed(issues))
    assert opened == [f"{second}#shipped-2", first]
    assert 'id="shipped-2"' in page_html(parse(SECOND), [])
