"""Lines of our own, held to the items of the issue and to what the log tells of it."""

from dataclasses import replace
from datetime import date

import pytest

from newsletter.drafts.citation import CitedClaim
from newsletter.drafts.parsing import parse
from newsletter.standards.link_policy import LinkPolicy, Ruling
from newsletter.standards.outcomes import Support
from newsletter.tests.support import letters
from newsletter.verification.claims import details
from newsletter.verification.claims.findings import SourceText
from newsletter.verification.claims.ground import ground
from newsletter.verification.ours.hold import hold, unborne
from newsletter.verification.ours.lines import Around
from newsletter.verification.ours.record import Record, Tally

URL, OTHER = "https://lab.example/parser", "https://firm.example/cache"
TEXTS = {
    URL: "Example Lab released Parser 2.0 on 5 August 2025. It reads 1,200 documents a minute.",
    OTHER: "Firm GmbH published KettleCache. KettleCache halves the memory to 40 GB.",
}
DRAFT = """# Scans and caches

{lead}

## What shipped

### 1. Scanned pages need no GPU

[Example Lab]({url}) released Parser 2.0 on 5 August 2025. It reads 1,200 documents a minute.

{view}

### 2. Half the memory

[KettleCache]({other}), published by Firm GmbH, halves the memory to 40 GB.

## Research worth knowing

{prose}

{build}

## How this issue was made

{made}
"""
RECORD = Record(
    newsletter="The Batch",
    until=date(2025, 8, 7),
    launches=Tally(30, 7, 2),
    papers=Tally(12, 3, 0),
    outlets=("Outlet A", "Outlet B", "Together AI"),
    silent=("Together AI",),
    stories=("Parser 2.0 reads documents", "Gemini writes poems"),
    makers=("Example Lab", "Firm GmbH", "Mistral"),
    verdicts=("the evidence has no '93 %', nor what rounds to it",),
    left_out=("Nine lives of a GPU",),
    sentences_left_out=4,
)


def lines(record=RECORD, policy=None, subject="", preheader="", **parts):
    """What the lines of our own come to."""
    told = {
        "lead": "Two launches this week.",
        "view": "",
        "prose": "This issue has no paper: nothing met its standards.",
        "build": "",
        "made": "This issue asked three sources.",
        "draft": DRAFT,
    } | parts
    draft = parse(told["draft"].format(url=URL, other=OTHER, **told))
    stored = [
        SourceText(url=url, sha256=letter * 64, text=text)
        for (url, text), letter in zip(TEXTS.items(), "ab", strict=True)
    ]
    cited = [
        CitedClaim(claim=claim, quote=claim, url=URL, source_sha256="a" * 64)
        for claim in ("It reads 1,200 documents a minute.",)
    ]
    found = ground(draft, cited, stored)
    return hold(draft, Around(subject, preheader), found.quotes, stored, record, policy)


def reasons(**parts):
    return [one.reason for one in lines(**parts).invalid]


def test_what_reading_a_line_raises_costs_that_line_alone(monkeypatch):
    def raising(text, evidence, **known):
        if "odd" in text:
            raise KeyError("μ")
        return details.presence(text, evidence, **known)

    monkeypatch.setattr("newsletter.verification.ours.hold.presence", raising)

    held = lines(lead="Two odd launches this week.", subject="Two launches")

    assert [one.outcome for one in held.invalid] == [Support.UNCHECKED]
    assert len(held.checks) > 1


# --- Letters by careful editors, and with one thing wrong ---------------------------------


@pytest.mark.parametrize("given", letters.letters(), ids=lambda one: one["newsletter"])
def test_what_a_careful_editor_writes_is_held_against_nobody(given):
    held = letters.letter(given).held()

    assert (held.invalid, held.warnings) == ((), ())
    assert sum(check.checked for check in held.checks) > 10


def test_one_wrong_figure_date_name_or_count_is_found():
    missed = [now for letter, now in letters.altered() if not letter.held().invalid]

    # At the beginning of a sentence a capital says nothing.
    assert missed == ["Copilot Code now looks", "Windsurf CLI lleva"]


# --- Where a line stands ------------------------------------------------------------------

TESTED = "In this issue GPT-5 was tested on 500 tasks and solved 93 %."


@pytest.mark.parametrize(
    "parts",
    [
        {"lead": TESTED},
        {"view": TESTED},
        {"prose": TESTED},
        {"made": TESTED},
        {"view": f"Our view: {TESTED}"},
        {"view": f"Picked because {TESTED}"},
        {"subject": TESTED},
        {"preheader": TESTED},
        {"build": f"## Your 4-hour build this week\n\n### 1. Build\n\n{TESTED}"},
    ],
    ids=lambda parts: next(iter(parts)),
)
def test_no_line_is_exempt_because_of_how_it_begins_or_where_it_stands(parts):
    found = lines(**parts).invalid

    assert {one.outcome for one in found} == {"own_figure", "own_name"}
    told = "; ".join(one.reason for one in found)
    assert all(wrong in told for wrong in ("'GPT-5'", "'500'", "'93 %'"))


def test_what_the_log_held_against_a_draft_may_be_said_in_its_words_alone():
    said = "In this issue a sentence was left out ({})."

    assert reasons(made=said.format(RECORD.verdicts[0])) == []
    assert reasons(made=said.format("it has no 93 %"))


def test_a_researched_story_may_stand_with_its_link_and_its_own_title_alone():
    title = "Maps of 40 GB are free"
    said = f"In this issue with its link alone: [Example Lab: {title}](<{OTHER}>)."
    known = replace(RECORD, stories=(*RECORD.stories, title))

    assert reasons(record=known, prose=said) == []
    assert reasons(prose=said)


def test_what_code_left_out_may_be_named_and_counted():
    said = "This issue is shorter: “{}” and {} sentences could not be verified."

    assert reasons(lead=said.format("Nine lives of a GPU", "four")) == []
    assert reasons(lead=said.format("Nine lives of a GPU", "five"))
    assert reasons(lead=said.format("Nine lives of a QPU", "four"))


def test_a_correction_is_held_word_for_word_elsewhere():
    assert reasons(made="Since issue 3: “Tool B 9.1” was retracted.") == []


# --- Figures and names --------------------------------------------------------------------


@pytest.mark.parametrize(
    "lead",
    [
        "Parser 2.0 reads 1,200 documents a minute.",
        "Read 1,200 documents a minute; keep your cache in 40 GB.",
        "KettleCache needs 40 GB, and Parser 2.0 needs no GPU.",
        "Parser 2.0 came out on 5 August.",
        "The week to 7 August 2025 was about scans.",
        "Nobody is missing, for KettleCache is here.",
        "KettleCache is worth a minute.",
        "A week of scans and of caches, and a month's rent saved.",
    ],
)
def test_a_lead_may_say_what_any_item_says(lead):
    assert reasons(lead=lead) == []


@pytest.mark.parametrize(
    ("lead", "wrong"),
    [
        ("KettleCache reads 1,200 documents a minute.", "'1,200'"),
        ("KettleCache takes seven months.", "'seven months'"),
        ("Parser 2.0 makes do with 40 GB.", "'40 GB'"),
        ("KettleCache came out on 5 August.", "'5 August"),
        ("Parser 2.1 reads 1,200 documents a minute.", "2.1'"),
        ("The week to 9 August was about scans.", "'9 August"),
        ("Who reads scans no longer needs Gemini.", "'Gemini'"),
        ("Mistral halves the memory.", "'Mistral'"),
    ],
)
def test_a_lead_may_not_say_what_another_item_says_or_none(lead, wrong):
    assert any(wrong in reason for reason in reasons(lead=lead))


def test_a_lead_with_a_link_or_a_citation_is_held_to_that_alone():
    linked = lines(lead=f"[Parser 2.0]({URL}) solved 93 % of 500 tasks.")
    cited = lines(lead="It reads 1,200 documents a minute.")

    assert [one.line.where for one in linked.checks].count("lead") == 0
    assert [one.line.where for one in cited.checks].count("lead") == 0


def test_a_view_is_held_to_its_own_item():
    assert reasons(view="Our view: 1,200 documents are more than you have.") == []
    assert reasons(view="Our view: 40 GB are more than you have.")
    assert reasons(view="Our view: KettleCache is the better one.")


def test_how_long_and_how_often_to_try_something_is_no_fact():
    assert reasons(view="Our view: wait two weeks, then try it on ten pages.") == []
    assert reasons(view="Our view: it failed on 30 pages of 200.")


BUILD = "## Your 4-hour build this week\n\n### 1. Read a shelf\n\n{}"


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        (f"Install [Parser]({URL}) with pip, and run it on 50 pages of yours.", ""),
        (f"Open a Jupyter notebook and load [Parser]({URL}). Give it 20 minutes.", ""),
        (f"Run [Parser]({URL}); it reads 9,000 documents a minute.", "'9,000'"),
        (f"Install [Parser]({URL}) beside KettleTool.", "'KettleTool'"),
        (f"Install [version 3.1.4]({URL}) with pip.", "3.1.4"),
    ],
)
def test_what_to_build_is_held_to_its_pages_but_for_advice(said, wrong):
    found = reasons(build=BUILD.format(said))

    assert bool(found) is bool(wrong)
    assert all(wrong in reason for reason in found)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nl", "Schrijf in vier uur een script met [Parser]({})."),
        ("pl", "W cztery godziny napiszcie skrypt z [Parser]({})."),
        ("sv", "Bygg på fyra timmar ett skript med [Parser]({})."),
        ("it", "In quattro ore scrivete, con [Parser]({}), il vostro script."),
    ],
)
def test_how_long_to_build_is_advice_in_any_language(language, said):
    record = replace(RECORD, language=language)

    found = lines(record=record, build=BUILD.format(said.format(URL)))

    assert found.invalid == ()


# --- Counts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made",
    [
        "This issue asked three sources; one did not answer.",
        "This issue asked three sources; one could not be read: Together AI.",
        "This issue has two launches and no paper.",
        "This issue considered 42 stories and tells two.",
        "This issue considered more than 40 stories.",
        "This issue chose two of 42 stories.",
        "This issue is two stories out of 42, all from three sources.",
        "This issue has two launches of 30 that were considered.",
        "This issue rests on 2 links.",
        "This issue asked two sources for launches, and one for papers.",
        "In this issue one source answered with something that is no feed.",
        "In this issue five launches were left out.",
        "In this issue “Gemini writes poems” was dropped.",
    ],
)
def test_an_issue_may_count_what_the_log_counts(made):
    assert reasons(made=made) == []


@pytest.mark.parametrize(
    "made",
    [
        "This issue asked four sources.",
        "This issue asked 23 sources.",
        "This issue has three launches and no paper.",
        "This issue has two launches and one paper.",
        "This issue considered 64 stories.",
        "This issue considered 64 of them.",
        "This issue chose two of 64 stories.",
        "This issue is two stories out of 64.",
        "This issue is three stories out of 42.",
        "This issue rests on 7 links.",
        "In this issue “Poems by Claude” was dropped.",
    ],
)
def test_an_issue_may_count_nothing_else(made):
    assert reasons(made=made)


def test_some_of_the_stories_may_be_counted():
    assert reasons(lead="One launch this week needs no GPU.") == []
    assert reasons(lead="Only one of the two needs no GPU.") == []
    assert reasons(subject="Scanned pages need no GPU, and 1 more") == []
    assert reasons(subject="Scanned pages need no GPU, and 5 more")
    assert reasons(subject="Scanned pages need no GPU (+ 1)") == []
    assert reasons(subject="Scanned pages need no GPU (+ 5)")


# --- What is no name ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "Scans Without Any Graphics Card: What Readers Gain",
        "AI, LLMs and GPUs: a Thursday in August",
        "The Batch: no more cards",
        "the batch, week to 7 August 2025",
        "Why THE BATCH likes caches",
    ],
)
def test_capitals_are_not_yet_a_name(line):
    assert reasons(subject=line) == []
    assert reasons(preheader=line) == []


def test_nouns_have_capitals_in_german():
    lead = (
        "Wer Seiten liest, braucht keine Grafikkarte, und im Speicher wird Platz frei."
    )
    german = replace(RECORD, language="de")

    assert lines(record=german, lead=lead).invalid == ()


def test_by_what_an_issue_calls_itself_no_story_is_named():
    draft = DRAFT.replace("memory to 40 GB.", "memory to 40 GB in der freien Ausgabe.")
    draft = draft.replace("It reads", "It has 3 parts. It reads")
    german = replace(RECORD, language="de")

    found = lines(record=german, draft=draft, made="Diese Ausgabe fragte 3 Quellen.")

    assert found.invalid == ()


def test_a_heading_in_capitals_may_not_name_a_maker_that_is_left_out():
    assert reasons(subject="Scans Without Cards While Mistral Sleeps Late")


# --- What follows -------------------------------------------------------------------------


def test_a_rubric_may_tell_what_it_does_not_fail():
    policy = LinkPolicy(unsupported_number=Ruling.WARN, own_name=Ruling.PASS)
    found = lines(policy=policy, lead=TESTED)

    assert found.invalid == ()
    assert [one.outcome for one in found.warnings] == ["own_figure"]


def test_a_judge_reads_every_line_of_our_own_once():
    found = lines(
        lead="Scans need no card any more.",
        view="Our view: move your scans.",
        subject="Scans and caches",
        build="## What to build on a laptop\n\nRun it on ten scans.",
    )

    assert [one.line.text for one in found.open] == [
        "Scans and caches",
        "Scans need no card any more.",
        "Our view: move your scans.",
        "This issue has no paper: nothing met its standards.",
        "Run it on ten scans.",
        "This issue asked three sources.",
        "Scanned pages need no GPU",
        "Half the memory",
    ]


def test_what_the_subject_lacks_is_told_once_where_the_title_is_the_same():
    titled = DRAFT.replace("# Scans and caches", "# Scans for 17 dollars")

    found = lines(subject="Scans for 17 dollars", draft=titled).invalid

    assert [one.sentence for one in found] == ["Scans for 17 dollars"]


def test_an_angle_works_a_figure_out_in_the_first_places_of_a_text_alone():
    pairs = [(100 * n + 7, 90 * n + 1) for n in range(1, 15)] + [(33_950, 4_862)]
    known = [
        "\n\n".join(
            f"The plant of valley {chr(64 + place)} made {one} jars. It made {other} before."
            for place, (one, other) in enumerate(pairs, 1)
        )
    ]

    assert unborne("the first valley made 16 jars more than before", known) == []
    assert unborne("the last valley made 29,088 jars more", known) == ["29,088"]


def test_an_angle_has_the_figures_and_names_of_its_texts():
    known = [TEXTS[OTHER]]

    assert unborne("it halves the memory to 40 GB", known) == []
    assert unborne("it halves the memory to 20 GB of an H100", known) == [
        "H100",
        "20 GB",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "The Batch, issue 12",
        "Issue no. 12: scanned pages need no GPU",
        "The Batch #12",
        "Ausgabe 12: scanned pages need no GPU",
        "Scanned pages need no GPU, a five-minute read",
        "Two launches. Reading time: 5 minutes",
    ],
)
def test_which_issue_it_is_and_how_long_it_takes_is_held_against_nobody(line):
    assert reasons(subject=line) == []
    assert reasons(lead=f"{line}.") == []


@pytest.mark.parametrize("line", ["Scans in five minutes", "KettleCache 12 is out"])
def test_other_numbers_of_a_subject_are_held(line):
    assert reasons(subject=line)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("In this issue two of these 6 did not answer.", ""),
        ("In this issue four of these 6 gave nothing.", ""),
        ("In this issue two of these 6 gave nothing.", ""),
        ("In this issue three of these 6 gave nothing.", "the log tells 2 or 4"),
        ("This issue asked 6 sources; four did not answer.", "the log tells 2"),
        (
            "This issue asked 6 sources; two did not answer and two more had no news.",
            "",
        ),
        ("This issue asked 6 sources; three of them answered.", "the log tells 4"),
        ("This issue asked 6 sources, of which two answered and had nothing.", ""),
    ],
)
def test_how_many_sources_answered_is_held_to_the_log(line, fault):
    record = replace(
        RECORD, outlets=tuple("abcdef"), silent=("a", "b"), empty=("c", "d")
    )

    assert [one.partition(",")[0] for one in reasons(record=record, made=line)] == (
        [fault] if fault else []
    )


def test_what_models_of_a_story_did_is_no_count_of_sources():
    assert reasons(lead="Of ten parsers three of the 6 found nothing.") == reasons(
        lead="Of ten parsers three of the 6 are slow."
    )


def test_why_a_source_was_silent_is_told_as_data_alone():
    record = replace(RECORD, faults=("a server's words",))

    assert "Together AI (a server's words)" in record.told(with_faults=True)
    assert "a server's words" not in record.told()


def test_what_tells_how_the_issue_was_made_needs_no_certain_opening():
    """It stands under its heading; its counts are held to the log all the same."""
    assert not reasons(made="We asked three sources and considered 42 stories.")
    assert reasons(made="We asked three sources and considered 57 stories.")


def test_a_share_of_the_log_is_read_in_other_languages():
    record = replace(RECORD, language="fr")

    assert not lines(record, made="Nous avons retenu 2 histoires sur 30.").invalid
    assert lines(record, made="Nous avons retenu 2 histoires sur 57.").invalid


def test_a_line_works_out_what_the_one_story_that_it_names_tells():
    caches = DRAFT.replace("the memory to 40 GB", "the memory from 80 GB to 40 GB")
    saved = "KettleCache saves {} GB."
    text = TEXTS[OTHER].replace("the memory to", "the memory from 80 GB to")

    assert "80 GB" in text
    assert not lines(draft=caches, lead=saved.format(40)).invalid
    assert lines(draft=caches, lead=saved.format(50)).invalid


def test_nouns_of_a_german_angle_are_no_names():
    known = ["Der Verein bleibt auf dem letzten Platz, mit 12 Punkten."]

    assert not unborne("der Verein bleibt Letzter", known, language="de")
    assert unborne("der Verein hat 21 Punkte", known, language="de")
