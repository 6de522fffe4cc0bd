"""The digest by rules: stories in quotes, lines with links, and an issue that passes."""

from functools import partial

import pytest

from agents.brains.base import BrainFailed
from agents.brains.local import sections
from agents.events.digest import (
    ArticlesDownloaded,
    ArticlesRated,
    Rating,
    SectionsDrafted,
    SectionsSelected,
    SelectedSection,
    UrlsFiltered,
    UrlsGathered,
)
from agents.events.drafts import (
    CheckedLink,
    CriticRejection,
    DraftWritten,
    Problem,
    VerificationFailed,
)
from agents.tests.support.scripted_hands import FakeHands, make_brief, make_story
from newsletter.drafts import critique, defects
from newsletter.drafts.contract import DIGEST, SectionKind
from newsletter.drafts.draft import update_in
from newsletter.drafts.parsing import parse
from newsletter.research.story import OutletReport
from newsletter.standards.rubric import Rubric

TEXT = (
    "{name} 2.0 reads 1,2{n}0 documents a minute on one CPU, twice as many as {name} 1.0. "
    "The library is published under the MIT licence and installs with pip on Linux. "
    "{name} 2.0 was measured on 4{n},000 scanned pages, of which 98% were read without "
    "a single error in their tables."
)
NAMES = ("Alma", "Bert", "Ceto", "Dido", "Echo", "Fama", "Gaia")
brief = partial(make_brief, contract=DIGEST)


def told(number, **fields):
    name = NAMES[number]
    defaults = {
        "title": f"{name} reads scanned pages on one CPU",
        "summary": TEXT.format(name=name, n=number),
    }
    return make_story(number, **{**defaults, **fields})


STORIES = tuple(told(number) for number in range(len(NAMES)))


def selected(*topics):
    """Sections by topic: the numbers of stories to tell, and of those in a line."""
    return SectionsSelected(
        sections=[
            SelectedSection(
                topic=topic,
                story_ids=[f"https://lab.example/{n}" for n in tell],
                brief_ids=[f"https://lab.example/{n}" for n in line],
            )
            for topic, tell, line in topics
        ]
    )


CUT = selected(
    ("scanned pages", [0, 1], [4, 5]),
    ("Tables", [2], []),
    ("Small machines", [3], [6]),
)


def issue(*later, cut=CUT, stories=STORIES, ratings=(), **answers):
    """What both roles make of a selection, after `later` came of drafts before."""
    events = [
        UrlsGathered(
            stories=stories,
            sources=[OutletReport(name="Lab", url="https://lab.example")],
            considered=40,
        ),
        UrlsFiltered(story_ids=[one.id for one in stories]),
        ArticlesDownloaded(stories=stories),
        ArticlesRated(rated=ratings),
        cut,
    ]
    answers = {"fetch_page": {"pages": []}, **answers}
    first = FakeHands(*events, **answers)
    sections.draft_sections(brief("draft_sections"), first)
    [(_, drafted)] = first.emitted
    hands = FakeHands(
        *events, SectionsDrafted.model_validate(drafted), *later, **answers
    )
    sections.finalize(brief("finalize_newsletter"), hands)
    [(_, data)] = hands.emitted
    return DraftWritten.model_validate(data)


def broken(draft):
    found = parse(draft.markdown, DIGEST)
    return critique.review(found, draft.subject, draft.citations, Rubric())


def test_a_digest_by_rules_breaks_no_rule_and_tells_all_that_was_chosen():
    draft = issue()

    assert broken(draft) == ()
    found = parse(draft.markdown, DIGEST)
    headings = [one.heading for one in found.of_kind(SectionKind.TOPIC)]
    assert headings == ["Scanned pages", "Tables", "Small machines"]
    assert [len(one.items) for one in found.sections] == [2, 1, 1, 0]
    assert [len(one.lines) for one in found.sections] == [2, 0, 1, 0]
    assert "four stories and three more stories in a line each" in draft.markdown


def test_a_reader_holds_nothing_against_it_that_code_counts():
    draft = issue()

    reading = defects.Reading(
        parse(draft.markdown, DIGEST), draft.subject, draft.preheader
    )
    assert defects.count(reading) == ()


@pytest.mark.parametrize(
    ("topic", "heading"),
    [
        ("gpt-oss, OpenAI", "OpenAI and gpt-oss"),
        ("pull request", "Pull request"),
        ("Gpt-2.0, OpenAI", "OpenAI and gpt-2.0"),
        ("Alma, pages", "Alma and pages"),
        ("Cpu", "CPU"),
        (" ,", "Ceto reads scanned pages on one CPU"),
    ],
)
def test_a_heading_reads_as_a_phrase(topic, heading):
    cut = selected(("Pages", [0], []), (topic, [2], []), ("Machines", [3], []))
    text = STORIES[2].summary.replace("on one CPU", "with gpt-2.0 on one CPU")
    stories = (*STORIES[:2], told(2, summary=text), *STORIES[3:])

    found = parse(issue(cut=cut, stories=stories).markdown, DIGEST)

    assert found.sections[1].heading == heading


def test_the_best_story_is_the_subject_and_the_lead_tells_others():
    points = {"https://lab.example/2": 9, "https://lab.example/0": 5}
    ratings = tuple(
        Rating(
            story_id=name,
            scores={"relevance": of_ten, "depth": of_ten, "novelty": of_ten},
            why="It reads pages.",
        )
        for name, of_ten in points.items()
    )

    draft = issue(ratings=ratings)

    assert draft.subject.startswith("Ceto reads scanned pages")
    lead = draft.markdown.split("\n\n")[1]
    assert lead.count("In this issue, too: ") == 1
    assert "Ceto" not in lead
    assert broken(draft) == ()


@pytest.mark.parametrize(
    "title",
    [
        "Ceto liest 1,200 Seiten auf einer CPU",
        "Ceto liest Seiten, die Alma nicht mehr liest",
        "세토가 한 해에 1,200쪽을 읽는다",
    ],
)
def test_a_title_as_a_heading_keeps_its_commas(title):
    cut = selected(("Pages", [0], []), (title, [2], []), ("Machines", [3], []))
    stories = (*STORIES[:2], told(2, title=title), *STORIES[3:])

    found = parse(issue(cut=cut, stories=stories).markdown, DIGEST)

    assert found.sections[1].heading == title


def test_a_story_with_too_little_to_quote_is_named_in_a_line():
    short = told(0, summary="Alma is out now, and it reads scanned pages on one CPU.")

    draft = issue(stories=(short, *STORIES[1:]))

    found = parse(draft.markdown, DIGEST)
    assert "Alma" not in found.sections[0].items[0].title
    assert found.sections[0].lines[0].text.startswith("Alma reads scanned pages")
    assert broken(draft) == ()


def test_a_section_of_which_nothing_can_be_told_is_left_out_and_the_issue_says_so():
    short = told(2, summary="Ceto is out.")

    draft = issue(stories=(*STORIES[:2], short, *STORIES[3:]))

    assert "## Tables" not in draft.markdown
    assert "one chosen story was left out" in draft.markdown
    assert "there are few topics" in draft.markdown
    assert broken(draft) == ()


def test_a_dead_address_takes_its_story_and_its_line_out_of_the_next_draft():
    first = issue()
    gone = VerificationFailed(
        draft_sha256="0" * 64,
        checked=7,
        invalid_urls=[
            CheckedLink(url=f"https://lab.example/{n}", outcome="gone", reason="gone")
            for n in (1, 4)
        ],
    )

    draft = issue(first, gone)

    assert "lab.example/1)" not in draft.markdown.replace(">)", ")")
    assert "lab.example/4)" not in draft.markdown.replace(">)", ")")
    assert broken(draft) == ()


def test_a_rejected_story_is_told_by_other_sentences():
    first = issue()
    item = parse(first.markdown, DIGEST).stories[0]
    no = CriticRejection(
        draft_sha256="0" * 64,
        problems=[Problem(code="unclear", where=item.name, message="Unclear.")],
    )

    draft = issue(first, no)

    again = parse(draft.markdown, DIGEST)
    [now] = [one for one in again.stories if one.title == item.title] or [None]
    assert now is None or now.paragraphs != item.paragraphs


@pytest.mark.parametrize("title", ["Unleash the landscape", "Look!", "$x_1$ is out"])
def test_no_line_says_what_the_critic_refuses(title):
    draft = issue(stories=(*STORIES[:4], told(4, title=title), *STORIES[5:]))

    assert broken(draft) == ()


def test_markdown_in_a_title_is_shown_and_not_obeyed():
    title = "## Alma](https://evil.example) reads [scanned](x) pages on one CPU"
    stories = (told(0, title=title), *STORIES[1:4], told(4, title=title), *STORIES[5:])

    found = parse(issue(stories=stories).markdown, DIGEST)

    assert len(found.of_kind(SectionKind.TOPIC)) == 3
    assert "evil.example" not in {
        url for line in found.lines for one in line.sentences() for url in one.links
    }


def test_nothing_selected_is_no_issue():
    with pytest.raises(BrainFailed, match="no section has been selected"):
        sections.draft_sections(brief("draft_sections"), FakeHands())


def test_a_told_story_is_told_again_under_its_label_and_in_no_line():
    update = {
        "issue": 3,
        "what_is_new": "Alma reads scanned pages on one CPU",
        "opening": "Update zu [Ausgabe 3](<https://us.example/3>):",
    }
    scores = {"relevance": 8, "depth": 8, "novelty": 8}
    ratings = [
        Rating(
            story_id=f"https://lab.example/{n}", scores=scores, why="so", update=update
        )
        for n in (0, 4)
    ]

    draft = issue(ratings=ratings)

    first = parse(draft.markdown, DIGEST).stories[0]
    assert update_in(first.paragraphs[0].text) == (3, f"{update['what_is_new']}.")
    assert broken(draft) == ()
    assert "lab.example/4" not in draft.markdown
    assert "lab.example/5" in draft.markdown


def test_a_bare_name_stands_once_over_its_story():
    cut = selected(("Pages", [0], []), ("Ceto 2.0", [2], []), ("Machines", [3], []))
    stories = (*STORIES[:2], told(2, title="Ceto 2.0"), *STORIES[3:])
    text = STORIES[2].summary.replace("reads", "will read", 1)
    stories = (*stories[:2], told(2, title="Ceto 2.0", summary=text), *stories[3:])

    found = parse(issue(cut=cut, stories=stories).markdown, DIGEST)

    assert found.sections[1].items[0].title == "Ceto 2.0"
    assert found.sections[1].heading == "News of the week"
