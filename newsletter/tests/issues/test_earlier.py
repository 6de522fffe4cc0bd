"""Behind a story: what an issue before told of the same people or things."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from newsletter.drafts.contract import BRIEF, DIGEST
from newsletter.drafts.parsing import parse
from newsletter.issues import memory
from newsletter.issues.earlier import behind, earlier
from newsletter.issues.letter import Put, Ways, letter_html, letter_text
from newsletter.issues.memory import Covered
from newsletter.issues.publish import publish
from newsletter.issues.withdrawal import withdraw
from newsletter.models import Coverage
from newsletter.research import same_event
from newsletter.research.coverage.likeness import Likeness
from newsletter.tests.support.makers import NOW, make_newsletter, make_story

pytestmark = pytest.mark.django_db
BRIDGE = "Elgin opens the Kettle bridge after nine years of building"
COLUMN = "What a bridge is worth"


def published(newsletter, story, week, *, line=False, new=""):
    """An issue that tells one story: as an item, or a digest's in a line."""
    said = f"It is told [here]({story.url}) in a sentence of its own."
    told = f"## What shipped\n\n### 1. {story.title}\n\n{said}\n"
    if line:
        rain = "### Rain\n\nIt rained [there](https://rain.example/).\n"
        told = f"## Towns\n\n{rain}\n### Also\n\n- {said}\n"
    markdown = f"# {story.title}\n\nOne story.\n\n{told}"
    return publish(
        newsletter,
        session_name=f"newsletter_2025080{week}_090000_aaaaaaaa",
        subject=story.title,
        preheader="A week",
        draft=parse(markdown, DIGEST if line else BRIEF),
        citations=(),
        coverage=[Covered(story, what_is_new=new)],
        disclosures=(),
        is_sample=False,
        covers_from=date(2025, 7, 24) + timedelta(weeks=week),
        covers_until=date(2025, 7, 31) + timedelta(weeks=week),
        now=NOW + timedelta(weeks=week),
    )


@pytest.fixture(autouse=True)
def few_reports_are_enough(monkeypatch):
    """Else a hundred issues had to be told first, by which one can say what is rare."""
    monkeypatch.setattr(same_event, "_SURE", 1.0)


@pytest.fixture
def newsletter():
    return make_newsletter()


@pytest.fixture
def first(newsletter):
    text = "Mayor Dinant has opened Kettle. The bridge has four lanes over the Arlon, no toll."
    return published(newsletter, make_story("bridge", title=BRIDGE, summary=text), 1)


@pytest.fixture
def column():
    text = (
        "Nobody needs a car, but Mayor Dinant has his Kettle over the Arlon in Elgin."
    )
    return make_story("column", title=COLUMN, summary=text)


def test_a_story_leads_to_what_was_told_of_the_same_things(newsletter, first, column):
    issue = published(newsletter, column, 2)

    [row] = issue.coverage.all()
    assert row.earlier == first.coverage.get()
    [found] = earlier(issue, lambda told: f"/{told.slug}/").values()
    assert found.text == f"Earlier: {BRIDGE}, issue 1"
    assert found.url == f"/{first.slug}/#shipped-1"
    assert behind(issue.draft.items[0], {"https://column.example/news": found})


def test_what_most_likely_tells_the_same_event_is_enough(
    newsletter, first, column, monkeypatch
):
    monkeypatch.setattr(memory, "told_lately", lambda *_: {})
    recall = memory.recall

    def recalled(*given, **how):
        return {
            name: replace(one, match=replace(one.match, by=by))
            for name, one in recall(*given, **how).items()
        }

    for week, by in enumerate((Likeness.SUBJECT, Likeness.NAMES), 2):
        monkeypatch.setattr(memory, "recall", recalled)
        row = published(newsletter, column, week).coverage.get()
        assert bool(row.earlier) is (by is Likeness.SUBJECT)
        row.delete()


def test_it_is_no_part_of_the_draft(newsletter, first, column):
    issue = published(newsletter, column, 2)

    assert "Earlier" not in issue.markdown
    assert "Earlier" not in issue.page_html


def test_an_update_says_itself_where_it_was_told(newsletter, first, column):
    issue = published(newsletter, column, 2, new="it is worth more")

    assert issue.coverage.get().earlier is None


def test_a_story_about_others_leads_nowhere(newsletter, first):
    story = make_story("rain", title="Rain in Arlon", summary="It rains in Arlon.")

    assert published(newsletter, story, 2).coverage.get().earlier is None


def test_what_is_long_past_is_not_led_to(newsletter, first, column):
    assert published(newsletter, column, 5).coverage.get().earlier is None


def test_what_was_taken_down_is_not_led_to(newsletter, first, column):
    issue = published(newsletter, column, 2)

    withdraw(first, "It was wrong.", NOW)

    assert not earlier(issue, lambda told: "/")


def test_a_row_of_old_without_its_heading_is_named_by_its_issue(
    newsletter, first, column
):
    issue = published(newsletter, column, 2)
    Coverage.objects.update(heading="", anchor="")

    [found] = earlier(issue, lambda told: f"/{told.slug}/").values()

    assert found.html == f'Earlier: <a href="/{first.slug}/">issue\xa01</a>'


def test_a_heading_is_no_markup(newsletter, first, column):
    issue = published(newsletter, column, 2)
    Coverage.objects.filter(issue=first).update(heading="<b>Bridge</b>")

    [found] = earlier(issue, lambda told: "/").values()

    assert "&lt;b&gt;Bridge" in found.html


@pytest.mark.parametrize("line", [False, True])
def test_its_page_and_both_letters_show_it(client, newsletter, first, column, line):
    issue = published(newsletter, column, 2, line=line)
    before = earlier(issue, lambda told: f"https://us.example/{told.slug}/")
    ways = Ways("https://us.example/x/", "/p", "/u")

    page = client.get(f"/n/{newsletter.slug}/issues/{issue.slug}/").content.decode()
    html = letter_html(issue, ways, put=Put(ways.web, (), before))
    text = letter_text(issue, ways, before=before)

    link = f'issues/{first.slug}/#shipped-1">{BRIDGE}</a>, issue\xa01'
    assert page.count(link) == 1
    tag = "span" if line else "p"
    assert f'<{tag} class="thread">Earlier: <a href="/' in page
    assert html.count(f'{first.slug}/#shipped-1"') == 1
    assert f">{BRIDGE}</a>, issue&nbsp;1" in html.replace("\xa0", "&nbsp;")
    assert f"{first.slug}/#shipped-1" in text
    assert "Earlier: Elgin opens the Kettle bridge" in " ".join(text.split())
