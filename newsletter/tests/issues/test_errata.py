"""Errata: what an operator found wrong in an issue, told wherever it is read."""

import html
import json
from datetime import timedelta

import pytest

from newsletter.issues import corrections, errata
from newsletter.issues.errata import Erratum, Refused
from newsletter.issues.page import page_html
from newsletter.models import Correction, Issue
from newsletter.standards.typography import requoted
from newsletter.tests.issues.test_corrections import GONE, LATER, article, look
from newsletter.tests.issues.test_corrections import TEXT as PAGE_TEXT
from newsletter.tests.issues.test_corrections import make_cited as make_watched
from newsletter.tests.support.makers import NOW, make_issue, make_newsletter

pytestmark = pytest.mark.django_db

WRONG, RIGHT = (
    "Model A has **120** billion parameters",
    "it has [12](https://a.example/)",
)
TOLD = "“Model A has 120 billion parameters” was wrong; right is “it has 12”."


@pytest.fixture
def issue():
    made = make_issue()
    made.page_html = page_html(made.draft, [])
    made.save()
    return made


def write(issue, wrong=WRONG, right=RIGHT, place="", now=LATER):
    return errata.write(issue, Erratum(wrong, right, place), now)


def shown(client, issue, tail=""):
    page = client.get(f"/issues/{issue.slug}/{tail}").content.decode()
    return page.partition("<main")[2]


def test_it_is_told_in_plain_words_and_kept_as_it_was_written(issue):
    row, is_new = write(issue)

    assert is_new
    assert (row.reason, row.sentence, row.noticed_at) == ("erratum", TOLD, LATER)
    assert "<strong>120</strong>" in row.html
    assert '<a href="https://a.example/">12</a>' in row.html


def test_it_names_its_item(issue):
    row, _ = write(issue, place="shipped-1")

    assert row.sentence == f"In “Model A is out”: {TOLD}"


def test_the_same_one_twice_is_one(issue):
    first, _ = write(issue)
    second, is_new = write(issue, f" {WRONG} ", now=LATER + timedelta(days=1))
    other, _ = write(issue, place="shipped-1")

    assert (second, is_new, second.noticed_at) == (first, False, LATER)
    assert other != first
    assert Correction.objects.count() == 2


def test_one_withdrawn_is_shown_and_told_no_more_and_can_be_written_again(
    client, issue
):
    row, _ = write(issue)
    assert errata.withdraw(row, LATER)
    assert not errata.withdraw(row, LATER)

    assert "was wrong" not in shown(client, issue)
    assert not corrections.untold(issue.newsletter, is_sample=False)

    again, is_new = write(issue, now=LATER + timedelta(days=1))
    assert (again, is_new) == (row, True)
    assert "was wrong" in shown(client, issue)


def test_no_look_at_the_web_changes_or_settles_it():
    issue = make_watched()
    row, _ = write(issue)

    look(issue, GONE)
    look(issue, article(PAGE_TEXT))

    row.refresh_from_db()
    assert (row.sentence, row.settled_at, row.noticed_at) == (TOLD, None, LATER)


def test_only_an_erratum_is_withdrawn_by_hand():
    issue = make_watched()
    look(issue, GONE)

    assert not errata.withdraw(Correction.objects.get(), LATER)


def test_of_the_whole_issue_it_stands_at_the_top(client, issue):
    write(issue)

    page = shown(client, issue)

    assert page.index("was wrong") < page.index("<h1")
    assert "14 August 2025" in page
    assert "<strong>120</strong>" in page


def test_of_an_item_it_stands_there_and_the_top_leads_to_it(client, issue):
    write(issue, place="shipped-1")

    top, heading, rest = shown(client, issue).partition('<h3 id="shipped-1">')

    assert heading
    assert '<a href="#shipped-1">“Model A is out”</a>' in top
    assert "was wrong" not in top
    assert rest.index('class="erratum"') < rest.index("<p>“")
    assert "<strong>120</strong>" in rest


def test_a_page_whose_item_is_not_found_tells_it_at_the_top(client, issue):
    write(issue, place="shipped-1")
    Issue.objects.update(page_html="<h1>Old</h1><p>The article.</p>")

    assert "<strong>120</strong>" in shown(client, issue).partition("<h1")[0]


def test_evidence_and_feeds_show_it_dated(client, issue):
    write(issue, place="shipped-1")
    [item] = json.loads(client.get("/feed.json").content)["items"]

    assert item["content_html"].startswith("<p><strong>Correction, 14 August 2025:")
    assert "In “Model A is out”: “Model A has <strong>120" in item["content_html"]
    assert item["date_modified"] == LATER.isoformat()
    assert "<strong>120</strong>" in shown(client, issue, "sources")
    for path in ("/feed.xml", "/rss.xml"):
        assert "was wrong; right is" in client.get(path).content.decode()


def test_withdrawn_it_leaves_the_feeds_which_date_the_issue_no_earlier(client, issue):
    row, _ = write(issue)
    errata.withdraw(row, LATER + timedelta(hours=1))

    [item] = json.loads(client.get("/feed.json").content)["items"]

    assert "Correction" not in item["content_html"]
    assert item["date_modified"] == (LATER + timedelta(hours=1)).isoformat()


def test_an_issue_without_one_is_as_it_was(client, issue):
    other = make_issue(issue.newsletter, page_html=issue.page_html)
    before = client.get(f"/issues/{issue.slug}/").content

    write(other)

    after = client.get(f"/issues/{issue.slug}/").content
    assert b"erratum" not in before
    assert before.partition(b"</article>")[0] == after.partition(b"</article>")[0]


def test_the_next_issue_has_to_tell_it(issue):
    row, _ = write(issue)

    assert list(corrections.untold(issue.newsletter, is_sample=False)) == [row]


@pytest.mark.parametrize(
    ("wrong", "right", "field", "why"),
    [
        ("", "b", "wrong", "Say what was wrong"),
        ("a", " ", "right", "Say what is right"),
        ("the same", "the same", "right", "the same"),
        ("a", "b\n\nc", "right", "one line"),
        ("# A heading", "b", "wrong", "one line"),
        ("- A list", "b", "wrong", "one line"),
        ("a", "<b>b</b>", "right", "HTML"),
        ("a", "![b](https://a.example/b.png)", "right", "image"),
        ("a", "[b](javascript:alert(1))", "right", "http"),
        ("a", "see https://a.example/b", "right", "[words](address)"),
        ("It has five. It has six", "b", "wrong", "one sentence"),
        ("a", "x" * 301, "right", "300"),
    ],
)
def test_what_no_reader_could_be_told_is_refused_beside_its_field(
    issue, wrong, right, field, why
):
    with pytest.raises(Refused) as refused:
        write(issue, wrong, right)

    assert why in refused.value.faults[field]
    assert not Correction.objects.exists()


def test_its_quotation_marks_keep_it_one_quotation(issue):
    row, _ = write(issue, "he said “yes”", "he said “no”")

    assert row.sentence == "“he said ‘yes’” was wrong; right is “he said ‘no’”."


def test_what_rules_forbid_in_our_own_words_may_be_put_right():
    issue = make_issue(make_newsletter(rubric={"banned": ["revolutionary"]}))

    row, _ = write(issue, "a revolutionary model!", "a model")

    assert row.sentence.startswith("“a revolutionary model!”")


def test_a_place_that_is_none_is_refused(issue):
    with pytest.raises(Refused) as refused:
        write(issue, place="shipped-9")

    assert "shipped-9" in refused.value.faults["place"]


@pytest.mark.parametrize(
    "fields",
    [
        {"status": Issue.Status.PREVIEW, "published_at": None},
        {"withdrawn_at": NOW, "withdrawn_because": "It was wrong."},
    ],
)
def test_an_issue_that_nobody_reads_has_none(issue, fields):
    Issue.objects.update(**fields)
    issue.refresh_from_db()

    with pytest.raises(Refused, match="on no public page"):
        write(issue)


@pytest.mark.parametrize(
    ("language", "told", "of_item"),
    [
        ("de", "“120 Milliarden” war falsch; richtig ist “12 Milliarden”.", "In “Model A is out”: "),
        ("es", "“120 Milliarden” era un error; lo correcto es “12 Milliarden”.", "En “Model A is out”: "),
        ("ja", "“120 Milliarden”は誤りで、正しくは“12 Milliarden”です。", "“Model A is out”の項で、"),
        ("he", "“120 Milliarden” was wrong; right is “12 Milliarden”.", "In “Model A is out”: "),
    ],
)  # fmt: skip
def test_it_is_told_in_the_language_of_its_newsletter(client, language, told, of_item):
    issue = make_issue(make_newsletter(language=language))

    whole, _ = write(issue, "120 **Milliarden**", "12 Milliarden.")
    one, _ = write(issue, "120 Milliarden", "12 Milliarden", place="shipped-1")

    assert whole.sentence == told
    assert one.sentence == f"{of_item}{told}"
    page = html.unescape(shown(client, issue))
    printed = requoted(told, language)
    assert printed in page
    assert printed.replace("120 Milliarden", "120 <strong>Milliarden</strong>") in page


def test_the_same_one_is_one_in_whatever_language_it_was_told(issue):
    first, _ = write(issue)
    type(issue.newsletter).objects.update(language="de")
    issue = type(issue).objects.get(pk=issue.pk)

    second, is_new = write(issue)

    assert (second.pk, is_new) == (first.pk, False)
