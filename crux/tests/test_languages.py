"""What a reader meets around an issue: all of it in the newsletter's language, or English."""

import re
import tempfile
from datetime import UTC, datetime
from functools import cache
from html import unescape
from pathlib import Path

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils.translation import gettext, ngettext
from selectolax.lexbor import LexborHTMLParser

from crux.tests.test_translations import LANGUAGES, messages_in_code
from newsletter.drafts.parsing import parse
from newsletter.issues.page import page_html, places
from newsletter.issues.publish import publish
from newsletter.models import Citation, Correction, Coverage, Thread
from newsletter.pages import saved
from newsletter.research.sample.banner import banner_of
from newsletter.tests.support.makers import make_issue, make_newsletter, make_source
from newsletter.translations import speaking
from subscribers.consent import moving, tokens
from subscribers.consent import status as consent
from subscribers.consent.record import Circumstances
from subscribers.consent.tokens import Purpose
from subscribers.delivery import confirmations
from subscribers.letters.compose import Reader, compose
from subscribers.models import AddressChange, Confirmation, Subscriber

pytestmark = pytest.mark.django_db
NOW = datetime(2025, 8, 8, 9, 0, tzinfo=UTC)
QUOTE = "Das Modell hat 120 Milliarden Parameter."
MARKDOWN = f"""\
# Eine Woche offener Gewichte

Diese Ausgabe hat 1 Meldung der Woche bis zum 7. August, gewählt aus 40 Meldungen.

## Erschienen

### 1. Modell A ist da

“{QUOTE}” ([Labor A, 5. August](https://a.example/news))

## Wie diese Ausgabe entstand

Diese Ausgabe fragte 12 Quellen.
"""
# What stands behind a letter's preheader, so that nothing else is shown there.
FILLER = "\u034f\u200c\xa0 "
NO_WORDS = re.compile(r"https?://\S+|\S+@\S+|\b[0-9a-f]{12,}\b")
STORY = "https://a.example/news"
# What a newsletter and its sources say, and names that are none of any language.
OURS = (
    MARKDOWN,
    f"“{QUOTE}” (Labor A, 5. August [1])",
    "Modell A ist da · Wochenblatt, Wochenblatt: Neues für alle.",
    "Wochenblatt Anderes Neues für alle. Eine frühere, Modell A, Labor A, Agenten",
    "Geändert. es passt Viel. Vorher steht dies. Aussage 1. Aussage 2. Aussage 3.",
    "Crux Atom RSS JSON Feed article SHA-256 IPv4 UTC feed sessions",
)
CARD = {
    "evidence": {"citations": 3, "exact": 1, "fuzzy": 1},
    "details": {"checked": 5, "unsupported": 1},
    "ours": {"lines": 3, "checked": 2},
    "judging": {"model": "m", "sentences": 9, "judged": 8, "cleared": 1},
    "recall": {"factual": 6, "factual_cited": 5, "numeric": 3, "numeric_cited": 2},
    "links": {"checked": 3, "outcomes": {"ok": 1, "redirected": 1, "blocked": 1}},
    "novelty": {"stories": 7, "told_before": 1},
    "freshness": {"dated": 5, "in_window": 4, "undated": 2},
    "style": {"words_per_sentence": 14.5, "flesch": 51.2},
    "diversity": {"hosts": 4, "publishers": 3},
    "cost": {"dollars": "1.23", "per_story": "0.41"},
}


def make_weekly(language):
    """A newsletter with an issue that has one of all that a page may show."""
    weekly = make_newsletter(
        slug="weekly",
        language=language,
        title="Wochenblatt",
        tagline="Neues für alle.",
        profile="Alles.",
        topics=["Agenten"],
    )
    first = make_issue(weekly, markdown=MARKDOWN, subject="Eine frühere", preheader="")
    issue = make_issue(
        weekly,
        markdown=MARKDOWN,
        subject="Modell A ist da",
        preheader="",
        page_html=page_html(parse(MARKDOWN), []),
        scorecard=CARD,
    )
    cite(issue)
    [(place, item)] = places(issue.draft)
    for more in ({}, {"place": place, "item": item.title, "said_sha256": "1"}):
        Correction.objects.create(
            issue=issue,
            url="https://a.example/1",
            reason="changed",
            sentence="Geändert.",
            markdown="Geändert." if more else "",
            noticed_at=NOW,
            **more,
        )
    thread = Thread.objects.create(newsletter=weekly, slug="a", title="Modell A")
    for told in (first, issue):
        Coverage.objects.create(
            issue=told,
            story_id=STORY,
            title="Modell A",
            url=STORY,
            kind="launch",
            why="es passt",
            what_is_new="Viel.",
            thread=thread,
            told_on=told.day,
        )
    make_issue(weekly, number=9, slug="fort", withdrawn_at=NOW, markdown=MARKDOWN)
    make_newsletter(slug="other", title="Anderes", tagline="", language=language)
    return weekly, issue


def cite(issue):
    for position, match in enumerate(("exact", "fuzzy", "none"), 1):
        source = make_source(
            f"Vorher steht dies. {QUOTE}", title="Modell A", publisher="Labor A"
        )
        Citation.objects.create(
            issue=issue,
            position=position,
            claim=f"Aussage {position}.",
            quote=QUOTE,
            url=source.url,
            source=source if match != "none" else None,
            match=match,
            outcome="redirected",
        )


def public_pages(issue):
    own = f"/issues/{issue.slug}/"
    yield from ("/", "/search", "/search?q=modell", "/search?q=zzz", "/issues/")
    yield from ("/about", "/privacy", "/subscribe", "/unsubscribe", "/nothing-here")
    yield from (own, f"{own}sources", "/issues/fort/", "/issues/none/", "/stories/a")
    yield from ("/n/other/", "/n/other/issues/", "/confirm/x", "/opinions/999")


def link(purpose, pk, more=""):
    return f"/{purpose.value}/{tokens.make(purpose, pk)}{more}"


def readers_pages(client, weekly, issue):
    """The answers to whom letters lead: of who is on the list, who waits, who left."""
    on, waits, left = (
        Subscriber.objects.create(
            newsletter=weekly, address=f"{status}@example.org", status=status
        )
        for status in ("active", "pending", "unsubscribed")
    )
    Subscriber.objects.exclude(pk=waits.pk).update(confirmed_at=NOW)
    preferences = link(Purpose.PREFERENCES, on.pk)
    opinion = link(Purpose.OPINION, on.pk, f"/{issue.pk}")
    for one in (on, waits, left):
        for purpose in (Purpose.CONFIRM, Purpose.UNSUBSCRIBE, Purpose.PREFERENCES):
            yield client.get(link(purpose, one.pk))
    for path in (
        opinion,
        f"/opinions/{issue.pk}",
        link(Purpose.OWN_DATA, on.pk),
        link(Purpose.EDITION, on.pk),
        link(Purpose.EDITION, on.pk, "/999"),
        link(Purpose.COME_BACK, left.pk),
    ):
        yield client.get(path)
    for path, form in (
        ("/subscribe", {}),
        ("/subscribe", {"email": "x", "newsletter": "weekly"}),
        ("/subscribe", {"email": "a@example.org", "newsletter": "weekly"}),
        (opinion, {"story": "1", "wish": "more"}),
        (opinion, {"story": "1", "wish": "less"}),
        (opinion, {"topic": "Agenten", "wish": "less"}),
        (opinion, {"topic": "x"}),
        (preferences, {"pace": "x"}),
        (preferences, {"pace": "weekly"}),
        (f"{preferences}/your-data", {}),
        (f"{preferences}/address", {"email": "x"}),
        (f"{preferences}/address", {"email": "new@example.org"}),
        (link(Purpose.OWN_DATA, on.pk, "/erase"), {}),
    ):
        yield client.post(path, form)
    change = AddressChange.objects.get()
    for purpose in (Purpose.OLD_ADDRESS, Purpose.NEW_ADDRESS):
        yield client.get(link(purpose, change.pk))
    yield client.post(link(Purpose.NEW_ADDRESS, change.pk))
    yield client.post(f"{preferences}/your-data")
    yield client.post(link(Purpose.OLD_ADDRESS, change.pk))
    yield client.get(link(Purpose.NEW_ADDRESS, change.pk))
    yield client.post(link(Purpose.UNSUBSCRIBE, on.pk))
    yield client.post(link(Purpose.COME_BACK, on.pk))
    yield client.post(link(Purpose.OWN_DATA, on.pk, "/erase"), {"sure": "yes"})
    yield client.get(preferences)


def letters(weekly, issue):
    """The subject, the text and the HTML of every letter that a reader may get."""
    made = compose(issue, at=NOW).letter(Reader(7, 3, "a@example.org")).parts()
    yield made.subject, made.text, made.html
    reader = Subscriber.objects.create(newsletter=weekly, address="b@example.org")
    consent.ask_to_confirm(reader, Circumstances(NOW))
    reader.status = Subscriber.Status.ACTIVE
    reader.save()
    consent.ask_for_data(reader.pk, NOW)
    moving.ask(reader.pk, "c@example.org", Circumstances(NOW))
    assert Confirmation.objects.count() == 4
    for row in Confirmation.objects.all():
        made = confirmations.compose(row).parts()
        yield made.subject, made.text, made.html


def visible(html):
    """What is read or heard of a page, piece by piece."""
    page = LexborHTMLParser(html)
    for node in page.css("script, style"):
        node.decompose()
    for node in page.root.traverse(include_text=True):
        if node.tag == "-text" and node.text_content:
            yield " ".join(node.text_content.split())
        for name in ("aria-label", "alt", "title"):
            if said := node.attributes.get(name):
                yield said
    for meta in page.css("meta[name='description'], meta[property^='og:']"):
        yield meta.attributes["content"]


@cache
def marked():
    return frozenset(messages_in_code())


def same_in(language):
    """The messages that a language tells as English does, such as “Newsletter”."""
    for message in marked():
        one, *many = [message] if isinstance(message, str) else message
        with speaking(language):
            if (ngettext(one, many[0], 2) if many else gettext(one)) in (one, *many):
                yield one


def left_in_english(english, others, language):
    """What stands in both, though it is none of what the newsletter itself says."""
    ours = {word for one in (*OURS, *same_in(language)) for word in words_in(one)}
    both = {one.rstrip(FILLER) for one in set(english) & set(others)}
    return {one for one in both if set(words_in(one)) - ours}


def words_in(text):
    """Words of three letters, in what is no address and no hash."""
    return re.findall(r"[^\W\d_]{3,}", NO_WORDS.sub("", text).casefold())


def pages(client, language, folder):
    """What is read on every page, and the languages that these declare; nothing stays."""
    with transaction.atomic(), time_machine.travel(NOW, tick=False):
        weekly, issue = make_weekly(language)
        answers = [client.get(path) for path in public_pages(issue)]
        answers += readers_pages(client, weekly, issue)
        files = [one for one in saved.save(issue, folder) if one.suffix == ".html"]
        transaction.set_rollback(True)
    made = [one.content.decode() for one in answers]
    made += [one.read_text("utf-8") for one in files]
    declared = {
        LexborHTMLParser(one).css_first("html").attributes["lang"] for one in made
    }
    return {x for page in made for x in visible(page)}, declared


@cache
def pages_in_english():
    with tempfile.TemporaryDirectory() as folder:
        english, _ = pages(Client(), "en", Path(folder))
    return english


# English that nobody marked stands in whichever language is asked for, and the catalogues'
# own tests hold each of them to be whole: all of them are asked for in `make hostile`.
ONE_AND_THE_REST = [
    pytest.param(one, marks=[pytest.mark.slow] * (one != "ja")) for one in LANGUAGES
]


@pytest.mark.parametrize("language", ONE_AND_THE_REST)
def test_no_page_of_another_language_speaks_english(client, language, tmp_path):
    english = pages_in_english()
    others, declared = pages(client, language, tmp_path)

    assert left_in_english(english, others, language) == set()
    assert declared == {language}


@cache
def said_in_letters(language):
    """The lines of every letter to a reader; nothing stays."""
    with transaction.atomic(), time_machine.travel(NOW, tick=False):
        made = list(letters(*make_weekly(language)))
        transaction.set_rollback(True)
    said = set()
    for subject, text, html in made:
        said |= {subject, *text.splitlines(), *visible(html)}
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_of_another_language_speaks_english(language):
    english, others = said_in_letters("en"), said_in_letters(language)

    assert left_in_english(english, others, language) == set()


@pytest.mark.parametrize("language", ONE_AND_THE_REST)
def test_that_an_issue_is_a_sample_is_told_in_its_language(client, language):
    weekly = make_newsletter(language=language)
    issue = publish_sample(weekly)

    page, evidence = (
        client.get(f"/issues/{issue.slug}/{more}") for more in ("", "sources")
    )
    letter = compose(issue, at=NOW).letter(Reader(7, 3, "a@example.org")).parts()

    notice = banner_of(language)
    assert notice != banner_of("en")
    for part in (notice.banner, notice.details):
        assert page.content.decode().count(part) == 1
        assert part in evidence.content.decode()
        assert part in unescape(letter.html)
        assert "".join(part.split()) in "".join(letter.text.split())


def publish_sample(newsletter):
    """An issue that was made from the sample."""
    return publish(
        newsletter,
        session_name="newsletter_20250807_090000_00000001",
        subject="Modell A ist da",
        preheader="",
        draft=parse(MARKDOWN),
        citations=(),
        coverage=(),
        disclosures=(),
        is_sample=True,
        covers_from=NOW.date(),
        covers_until=NOW.date(),
        now=NOW,
    )


@pytest.mark.parametrize("language", ["ar", "fi", "zh-Hant", "de-AT", "en-GB"])
def test_an_english_frame_around_another_language_is_told_as_english(client, language):
    """So that no screen reader reads it out as Arabic, nor an issue as English."""
    is_framed = language in {"ar", "fi", "zh-Hant"}
    _, issue = make_weekly(language)
    made = compose(issue, at=NOW).letter(Reader(7, 3, "a@example.org")).parts()
    paths = (f"/issues/{issue.slug}/", "/", "/issues/", "/search?q=modell")
    answers = [client.get(path).content.decode() for path in paths]

    for html in (made.html, *answers):
        page = LexborHTMLParser(html)
        assert spoken_in(page, "html") == language
        for frame in ("header.masthead nav", "footer.colophon", ".foot a", ".skip"):
            for node in page.css(frame):
                assert language_of(node) == ("en" if is_framed else language)
        for node in page.css("article h3, .contents, .archive h2, .story"):
            assert node.text() == "Taken down" or language_of(node) == language


def spoken_in(page, selector):
    return page.css_first(selector).attributes["lang"]


def language_of(node):
    """The language of an element: of the nearest around it that tells one."""
    while "lang" not in node.attributes:
        node = node.parent
    return node.attributes["lang"]


def test_the_desk_and_the_log_of_sessions_stay_english(client, admin_client):
    make_weekly("de")

    sessions = client.get("/runs/").content.decode()

    assert '<html lang="en"' in sessions
    assert "Skip to the text" in sessions
    assert "Log out" in admin_client.get("/admin/").content.decode()
