from datetime import date

import pytest

from agents.brains.local.evaluator import beside_told
from agents.brains.local.writing.item import Voice, compose
from agents.events.base import Update
from agents.tests.support.scripted_hands import make_story
from agents.tools.certification.mandate import unborne_news
from newsletter.drafts.draft import update_in
from newsletter.drafts.parsing import parse
from newsletter.research.story import Kind, ToldBefore
from newsletter.standards.rubric import Rubric

_PAGE = "https://crux.example/issues/1/"
_SCANS = (
    "Lab scanned 100,000 uploads of skills for Kettle and rejected 1.9% of them.",
    "Most rejected skills read files outside of their folder.",
    "The scanner is now open source under the MIT licence of the year 2026.",
)
_RECALL = (
    "Der Hersteller ruft jetzt 61.000 Akkus des Mähbot 500 zurück, 20.000 mehr als zuvor.",
    "Die Akkus des Mähbot 500 können sich beim Laden auf bis zu 90 Grad erhitzen.",
    "Besitzer erhalten binnen 14 Tagen kostenlos einen neuen Akku per Post.",
)


def _told(title, gist=""):
    return ToldBefore(
        issue=1,
        on=date(2025, 7, 29),
        title=title,
        gist=gist,
        url=_PAGE,
        by="sequel",
        is_certain=False,
        shared=0.1,
    )


def _item(story, what_is_new):
    update = Update(issue=1, what_is_new=what_is_new, url=_PAGE)
    item = compose(story, (), Rubric(), strikes=0, update=update)
    text = f"## What shipped\n\n### 1. {item.heading}\n\n{item.markdown}"
    return parse(text).stories[0]


@pytest.mark.parametrize(
    ("title", "told", "gist", "text", "new"),
    [
        (
            "Kettle skills: what 100,000 scans found",
            "Introducing Kettle skills",
            "Kettle lets agents share skills.",
            _SCANS,
            _SCANS[0],
        ),
        (
            "Mähbot: Rückruf nun auch in Österreich und Polen",
            "Mähbot: Akkus zu heiß",
            "Die Akkus können sich beim Laden erhitzen.",
            _RECALL,
            _RECALL[0],
        ),
    ],
)
def test_what_is_new_is_the_sentence_that_adds_most_to_what_was_told(
    title, told, gist, text, new
):
    story = make_story(title=title, summary=" ".join(text), told=_told(told, gist))

    update = beside_told(story)["update"]

    assert update.what_is_new == new
    assert not unborne_news(update.what_is_new, story)


def test_where_no_sentence_can_be_told_the_title_says_what_is_new():
    title = "PRESS RELEASE: Kettle skills are scanned by three labs"
    story = make_story(title=title, summary="No.", told=_told("Kettle skills"))

    update = beside_told(story)["update"]

    assert update.what_is_new == "Kettle skills are scanned by three labs"


@pytest.mark.parametrize("text", [_SCANS, _RECALL])
def test_the_sentence_of_a_label_is_marked_and_not_quoted_again(text):
    story = make_story(title="What the scans found", summary=" ".join(text))

    item = _item(story, text[0])

    label, *others = item.paragraphs
    assert update_in(label.text) == (1, f"“{text[0]}”")
    said = " ".join(one.text for one in others)
    assert text[0] not in said
    assert text[1] in said


def test_what_somebody_else_said_is_new_is_no_quotation():
    story = make_story(title="What the scans found", summary=" ".join(_SCANS))

    item = _item(story, "Nearly 2% of the skills are rejected")

    assert update_in(item.paragraphs[0].text) == (
        1,
        "Nearly 2% of the skills are rejected.",
    )


def test_a_label_does_not_say_the_headline_again():
    text = "Kettle 2 now boils 3 litres of water in 40 seconds. " + " ".join(_SCANS)
    story = make_story(title="Kettle 2 is out", summary=text)

    item = _item(story, "Kettle 2 now boils 3 litres of water in 40 seconds.")

    assert item.title == "Kettle 2 is out"


def test_news_without_blanks_has_words_too():
    text = "システムソフト12.10では録画時間が60秒に延びた。"
    story = make_story(title="システムソフト12.10が公開", summary=text)

    assert not unborne_news(text, story)
    assert unborne_news("公開", story)


def test_a_paper_avoids_a_sentence_however_it_named_the_authors():
    text = (
        "We present Kettle, a cache for 40 language models. "
        "We measure that Kettle answers 31% faster than a plain cache on 12 tasks. "
        "We release the code of Kettle under the MIT licence for all of them. "
        "Kettle needs 3 GB of memory and no change to the model that it serves."
    )
    story = make_story(kind=Kind.PAPER, title="Kettle: A Cache", summary=text)
    failed = [
        "They measure that Kettle answers 31% faster than a plain cache on 12 tasks."
    ]

    item = compose(story, (), Rubric(), strikes=0, avoid=failed)

    assert "31% faster" not in item.markdown


def test_a_newsletter_that_wants_no_short_quotes_has_no_item_of_them():
    story = make_story()

    assert compose(story, (), Rubric(), strikes=0)
    assert compose(story, (), Rubric(least_words_quoting=100), strikes=0) is None


def test_a_paper_is_retold_and_anything_else_stands_in_quotation_marks():
    launch, paper = make_story(1), make_story(2, kind=Kind.PAPER)

    told = [compose(story, (), Rubric(), strikes=0) for story in (launch, paper)]

    assert told[0].citations[0].claim.startswith("“")
    assert not told[1].citations[0].claim.startswith("“")


def test_marks_within_a_quotation_are_single_on_both_sides():
    said = (
        "Der Trainer nannte den Entwurf des Vereins am 4. August „völlig aus der Luft "
        "gegriffen“ und ging nach zwölf Jahren. Der Verein sucht bis zum 20. August einen "
        "neuen Trainer für die kommende Saison, wie er am Abend mitteilte."
    )

    item = compose(make_story(1, summary=said), (), Rubric(), strikes=0)

    told = item.citations[0].claim
    assert "‚völlig aus der Luft gegriffen‘ und" in told  # noqa: RUF001  they are meant

    said = said.replace("„", '"').replace("“", '"')
    typed = compose(make_story(1, summary=said), (), Rubric(), strikes=0)
    inches = said.replace("4. August", 'einem 27"-Schirm')
    measured = compose(make_story(1, summary=inches), (), Rubric(), strikes=0)

    assert "‘völlig aus der Luft gegriffen’ und" in typed.citations[0].claim
    assert 'einem 27"-Schirm "völlig' in measured.citations[0].claim


def test_a_text_without_a_sentence_makes_no_item():
    voice = Voice("X", "https://x.example", "", "a" * 64)

    assert compose(make_story(summary="…"), (voice,), Rubric(), strikes=0) is None


_KETTLE = (
    "Kettle 4 is an open kettle of 24 parts for patient cooks. {again} "
    "It boils 3 litres of water in 40 seconds on any stove, twice as fast as Kettle 3. "
    "The plans of Kettle 4 are published under the MIT licence and cost nothing at all."
)


@pytest.mark.parametrize(
    ("again", "is_left_out"), [("", False), ("All 24 of them fit into a box.", True)]
)
def test_a_sentence_that_is_the_headline_stays_where_no_other_bears_it(
    again, is_left_out
):
    summary = _KETTLE.format(again=again)
    story = make_story(title="Introducing Kettle 4", summary=summary)
    sentences = [one.strip() for one in summary.split(". ")]
    avoid = [f"{sentences[-1]}"] if is_left_out else []

    item = compose(story, (), Rubric(), strikes=0, avoid=avoid)

    told = " ".join(one.quote for one in item.citations)
    assert item.heading == "Kettle 4: an open kettle of 24 parts for patient cooks"
    assert "24" in told
    assert ("open kettle" in told) is not is_left_out
