"""What a draft owes its session, judged without a database."""

import pytest

from agents.events.base import Update
from agents.events.drafts import DraftWritten
from agents.tests.support.scripted_hands import make_story
from agents.tests.support.titles import TITLES
from agents.tools.certification.mandate import Mandate, breaches
from newsletter.drafts.contract import DIGEST
from newsletter.drafts.critique import review
from newsletter.drafts.cutting import escape
from newsletter.drafts.parsing import parse
from newsletter.drafts.rules.unfit import foreign
from newsletter.research.story import Kind as StoryKind
from newsletter.standards.rubric import Rubric
from newsletter.tests.drafts.test_critique import CITATIONS, DRAFT, SUBJECT

CHOSEN = [
    make_story(number, url=url)
    for number, url in enumerate(
        (
            "https://a.example/news",
            "https://b.example/1.2",
            "https://arxiv.org/abs/2508.01234",
        )
    )
]


def held(newsletter, **changes):
    """What is held against a good draft of a newsletter of that title."""
    heading = f"# {escape(newsletter)}, week to 7 August 2025"
    markdown = DRAFT.replace("# A week of open weights", heading, 1)
    draft = parse(markdown)
    written = DraftWritten(
        **{
            "subject": SUBJECT,
            "markdown": markdown,
            "citations": CITATIONS,
            **changes,
        }
    )
    mandate = Mandate(newsletter, CHOSEN, outlets=())
    return (
        *review(draft, SUBJECT, CITATIONS, Rubric(), newsletter),
        *breaches(written, draft, mandate),
    )


@pytest.mark.parametrize("title", TITLES)
def test_no_ordinary_title_is_held_against_a_draft(title):
    assert held(title) == ()


def held_without_research(*chosen):
    """What is held against a draft that has no section for papers."""
    before, research = DRAFT.split("## Research")
    markdown = f"{before}## How this{research.split('## How this')[1]}"
    written = DraftWritten(subject=SUBJECT, markdown=markdown, citations=CITATIONS)
    mandate = Mandate("Crux", chosen, outlets=())
    return [
        one.message
        for one in breaches(written, parse(markdown), mandate)
        if one.code == "sections"
    ]


def test_chosen_papers_have_their_section_and_without_them_there_may_be_none():
    paper = CHOSEN[2].model_copy(update={"kind": StoryKind.PAPER})

    assert held_without_research(*CHOSEN[:2]) == []
    assert held_without_research(*CHOSEN[:2], paper) == [
        "Papers were chosen, and no H2 is for research; add the section."
    ]


# --- Updates ------------------------------------------------------------------------

PAGE = "https://crux.example/issues/3/"
UPDATE = Update(
    issue=3, what_is_new="It costs half of that.", url=PAGE, title="Model A is out"
)


def held_as_update(label, *, updates=True, repeated=None):
    """What is held against the label that a told story's item begins with."""
    address = CHOSEN[0].url
    body = f"{label}\n\nIt is out ([Lab A]({address}))."
    markdown = f"# T\n\nL.\n\n## What shipped\n\n### 1. Model A\n\n{body}\n"
    written = DraftWritten(subject="S", markdown=markdown)
    story = CHOSEN[0].model_copy(update={"summary": "It costs half of that now."})
    mandate = Mandate(
        "Crux",
        [story, *CHOSEN[1:2]],
        outlets=(),
        updates={story.id: UPDATE} if updates else {},
        repeated=repeated or {},
    )
    found = breaches(written, parse(markdown), mandate)
    return [one for one in found if one.code in ("update", "told_before", "strange")]


def test_an_update_that_says_so_and_links_back_is_held_against_nobody():
    assert held_as_update(f"Update to [issue 3]({PAGE}): it costs half of that.") == []


@pytest.mark.parametrize(
    ("label", "fault"),
    [
        ("This issue has it.", "does not begin so"),
        (f"Update to [issue 4]({PAGE}): it costs half of that.", "must name issue 3"),
        ("Update to issue 3: it costs half of that.", "link to its page"),
        (f"Update to [issue 3]({PAGE}): new.", "does not say what is new"),
        (f"Update to [issue 3]({PAGE}): it costs 77 cents now.", "does not speak of"),
    ],
)
def test_a_told_story_without_its_label_is_refused(label, fault):
    [found] = held_as_update(label)

    assert found.code == "update"
    assert fault in found.message


def test_what_was_never_told_is_no_update():
    label = f"Update to [issue 3]({CHOSEN[0].url}): it costs half of that."

    [found] = held_as_update(label, updates=False)

    assert "updates no told story" in found.message


def test_a_story_that_was_told_since_it_was_chosen_is_refused():
    told = {CHOSEN[0].id: "It was told."}

    [found] = held_as_update("", updates=False, repeated=told)

    assert (found.code, found.message) == ("told_before", "It was told.")


def test_a_story_that_was_told_since_and_is_left_out_is_held_against_nobody():
    told = {CHOSEN[1].id: "It was told."}

    assert held_as_update("", updates=False, repeated=told) == []


# --- What a page would like to see in a digest -----------------------------------------

DIGESTED = """# Parsers read

Parsers read what they are given.

## Reading

### 1. Parser 2.0 reads

[Parser 2.0](https://a.example/news) reads. [Its code](https://a.example/news) is out.

### In brief

- [Tool B is out](https://b.example/1.2) (B)

## How this issue was made

This issue asked two pages.
"""
BUY = "- [Buy it at once](https://evil.example/page) (Evil)"


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("", "", set()),
        ("- [Tool B", f"{BUY}\n- [Tool B", {"unchosen", "strange"}),
        ("### In brief", f"### In brief\n\n{BUY}\n\n### In brief", {"unchosen"}),
        ("## Reading\n", f"## Reading\n\n{BUY}\n", {"unchosen", "strange"}),
        ("https://b.example/1.2", "https://b.example.evil.example/", {"strange"}),
        ("https://a.example/news", "https://evil.example/page", {"unchosen"}),
        ("## Reading", "## @@unsubscribe@@", {"marker"}),
        ("## Reading", "## A seamless tool", {"banned"}),
        ("(B)", "(B) ![x](https://evil.example/p.gif)", {"markup"}),
        ("(B)", "(B) <img src=https://evil.example/p.gif>", {"markup"}),
        ("- [Tool B", "- Since issue 3: [Tool B", {"correction"}),
    ],
)
def test_what_no_story_was_chosen_for_is_in_no_digest(old, new, codes):
    markdown = DIGESTED.replace(old, new) if old else DIGESTED
    draft = parse(markdown, DIGEST)
    written = DraftWritten(subject=SUBJECT, markdown=markdown)

    found = (
        *review(draft, SUBJECT, (), Rubric(), ""),
        *breaches(written, draft, Mandate("", CHOSEN, outlets=())),
    )

    shape = {"length", "sections"}  # it is short, and has one topic
    broken = {one.code for one in found} - shape
    assert codes <= broken if codes else not broken


TOLD = {
    "en": "The parser is out, and it reads what its users have to read at their work.",
    "de": "Der Parser ist da, und er liest, was die Leute bei der Arbeit zu lesen haben.",
    "fr": "Le parser est là, et il lit ce que les gens ont à lire dans leur travail.",
    "es": "El lector ya está aquí, y lee lo que la gente tiene que leer en su trabajo.",
    "zh": "这个解析器已经发布。它可以阅读用户在工作中需要阅读的所有文件。",
}


@pytest.mark.parametrize(
    ("told", "quoted", "language", "holds"),
    [
        ("en", "", "en", True),
        ("de", "", "en", False),
        ("zh", "", "en-GB", False),
        ("de", "", "de-AT", True),
        ("fr", "", "de", False),
        ("es", "", "fr", False),
        # Rules write English around what they quote.
        ("en", "", "ja", True),
        ("en", "de", "en", True),
        ("en", "zh", "en", True),
        ("de", "", "", True),
    ],
)
def test_an_issue_is_in_the_language_of_its_readers(told, quoted, language, holds):
    said = TOLD[told] + (f" “{TOLD[quoted]}” {TOLD[quoted]}" if quoted else "")
    markdown = f"# {TOLD[told]}\n\n{said}\n\n## What shipped\n\n{said}\n"
    url = "https://lab.example/"
    cited = (
        [{"claim": TOLD[quoted], "quote": TOLD[quoted], "url": url}] if quoted else []
    )
    written = DraftWritten(
        subject=SUBJECT,
        markdown=markdown,
        citations=[{**one, "source_sha256": "a" * 64} for one in cited],
    )
    mandate = Mandate("Crux", [], outlets=(), language=language)

    found = breaches(written, parse(markdown), mandate)

    assert ("language" not in {one.code for one in found}) is holds


@pytest.mark.parametrize(
    ("language", "heading", "due"),
    [
        ("de-AT", "What shipped", "Was erschienen ist"),
        ("ja", "How this issue was made", "今号ができるまで"),
        ("es", "In Brief", "En breve"),
        ("de", "Was erschienen ist", ""),
        ("de", "What shipped in Wien", ""),
        ("en", "What shipped", ""),
        ("ru", "What shipped", ""),  # Russian has no words of its own here
        ("", "What shipped", ""),
    ],
)
def test_a_section_is_called_in_the_language_of_its_readers(language, heading, due):
    markdown = f"# A week\n\nA lead.\n\n## {heading}\n\nA line.\n"
    written = DraftWritten(subject=SUBJECT, markdown=markdown, citations=[])
    mandate = Mandate("Crux", [], outlets=(), language=language)

    found = breaches(written, parse(markdown), mandate)

    told = [one.message for one in found if one.code == "heading"]
    assert told == (
        [f"Its readers read {language!r}: call the section “{due}”."] if due else []
    )


GERMAN = "Das neue Modell ist da und es läuft auf dem eigenen Rechner."


def of_language(language, old="", new="", chosen=CHOSEN, **changes):
    """Where a draft for readers of a language is held to be in another one."""
    markdown = DRAFT.replace(old, new, 1) if old else DRAFT
    given = {
        "subject": SUBJECT,
        "markdown": markdown,
        "citations": CITATIONS,
        **changes,
    }
    mandate = Mandate("Crux", chosen, outlets=(), language=language)
    found = breaches(DraftWritten(**given), parse(markdown), mandate)
    return [one.where for one in found if one.code == "language"]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("Whoever upgrades", f"{GERMAN} Whoever upgrades", "2. Tool B 1.2"),
        ("This issue has two", f"{GERMAN} This issue has two", "lead"),
        ("2. Tool B 1.2", f"2. {GERMAN}", f"2. {GERMAN}"),
        ("A week of open weights", GERMAN, "title"),
    ],
)
def test_a_line_in_another_language_is_found_in_an_english_issue(old, new, where):
    assert of_language("en", old, new) == [where]
    assert of_language("en") == []


def test_so_are_its_subject_and_preheader_but_for_a_storys_own_title():
    own = [CHOSEN[0].model_copy(update={"title": GERMAN}), *CHOSEN[1:]]

    assert of_language("en", subject=GERMAN) == ["subject"]
    assert of_language("en", preheader=GERMAN) == ["preheader"]
    assert of_language("en", subject=GERMAN, chosen=own) == []


def test_a_story_told_in_english_is_found_in_an_issue_for_others_and_a_quotation_is_not():
    assert of_language("de") == ["2. Tool B 1.2"]
    assert of_language("fr") == ["2. Tool B 1.2"]
    # Rules know no words of that language.
    assert of_language("th") == []


@pytest.mark.parametrize(
    "line",
    [
        "No target, no score, just a text brief and a blank page.",
        "I do see myself as a professional with problems to solve.",
    ],
)
def test_a_line_in_english_is_in_no_other_language(line):
    assert foreign(line, "en") == ""
    assert foreign("Das Modell ist da und läuft auf dem eigenen Rechner", "en") == "de"


@pytest.mark.parametrize(
    ("title", "heading", "code"),
    [
        ("A kettle", "\N{ROCKET} A kettle", "hype"),
        ("A kettle", "A k\ufffdttle", "lost"),
        ("\N{ROCKET} A kettle", "\N{ROCKET} A kettle", ""),
        ("A k\ufffdttle", "A k\ufffdttle", ""),
    ],
)
def test_a_heading_has_no_emoji_nor_lost_character_but_its_storys_own(
    title, heading, code
):
    story = make_story(1, title=title)
    markdown = f"# An issue\n\nA lead.\n\n## What shipped\n\n### 1. {heading}\n\nIt boils ([lab](<{story.url}>)).\n"
    written = DraftWritten(subject="A", markdown=markdown)
    mandate = Mandate("Crux", [story], outlets=())

    found = {one.code for one in breaches(written, parse(markdown), mandate)}

    assert found == ({code} if code else set())
