import pytest

from newsletter.drafts.defects import LANGUAGES, READERS, Reading, count, uncounted
from newsletter.drafts.parsing import parse

URL, PAPER = "https://lab.example/kettle", "https://arxiv.org/abs/2508.01234"
TITLE = "Kettle 2 boils twice as fast"
LAUNCH = f"“Kettle 2 boils 3 litres in 40 seconds.” ([Lab, 5 August](<{URL}>))"
STUDY = f"The authors present Pan, which fries 12% faster. ([arXiv]({PAPER}))"
LEAD = "In this issue: Kettle 2 boils twice as fast. This issue has one launch."
HOW = "This issue asked two sources."
ABSTRACT = "We present Pan, which fries 12% faster than all others."


def make_reading(
    *,
    title=TITLE,
    heading=TITLE,
    lead=LEAD,
    launch=LAUNCH,
    study=STUDY,
    how=HOW,
    **more,
):
    markdown = (
        f"# {title}\n\n{lead}\n\n## What shipped\n\n### 1. {heading}\n\n{launch}\n\n"
        f"## Research worth knowing\n\n### 1. Pan: fast frying\n\n{study}\n\n"
        f"## How this issue was made\n\n{how}\n"
    )
    given = {
        "subject": TITLE,
        "preheader": "Pan",
        "reasons": {URL: "it boils", PAPER: "it gives figures"},
        "texts": {PAPER: ABSTRACT},
    }
    return Reading(parse(markdown), **{**given, **more})


def names(reading):
    return [one.name for one in count(reading)]


def test_there_are_twenty_six_defects():
    assert len(READERS) == 26


def test_an_issue_without_a_defect_has_none():
    assert names(make_reading()) == []


BARE = f"The authors present Pan, which fries well. ([arXiv]({PAPER}))"


GOES_ON = f"“The lab boils tea.” “It boils milk, too.” ([b]({URL}))"


def test_a_quotation_may_point_at_the_one_right_before_it():
    assert "dangling" not in names(make_reading(launch=f"{LAUNCH}\n\n{GOES_ON}"))
    assert "dangling" in names(
        make_reading(launch=f"{LAUNCH}\n\n{GOES_ON} “It boils beer.” ([c]({URL}))")
    )


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("background", {"launch": f"In recent years, tea was slow. {LAUNCH}"}),
        ("caption", {"launch": f"Figure 2: a kettle of tin. {LAUNCH}"}),
        ("dangling", {"launch": f"Here's how it works. {LAUNCH}"}),
        ("dangling", {"launch": f"It is made of tin. {LAUNCH}"}),
        ("dangling", {"launch": f"{LAUNCH} “One of them is speed.” ([b]({URL}))"}),
        ("page line", {"launch": f"“The post Kettle appeared first on Lab.” {LAUNCH}"}),
        ("page line", {"launch": f"“1/2 The kettle of the lab in May.” {LAUNCH}"}),
        ("glued", {"launch": f"“Vale, August 18, 2026—The lab boils tea.” {LAUNCH}"}),
        ("glued", {"launch": f"“{TITLE} The lab boils tea.” {LAUNCH}"}),
        ("headline again", {"launch": f"“{TITLE} today.” {LAUNCH}"}),
        ("taken for known", {"launch": f"“The report tells of tea.” {LAUNCH}"}),
        ("praise", {"launch": f"“It is a highly anticipated kettle.” {LAUNCH}"}),
        ("order", {"launch": f"“Discover how tea is made.” {LAUNCH}"}),
        ("dangling", {"launch": f"“In addition, it boils milk.” {LAUNCH}"}),
        ("unnamed list", {"launch": f"Kettle has three modes:\n\n{LAUNCH}"}),
        ("no figure", {"study": BARE}),
        ("wrong speaker", {"study": f"We fry 12% faster. {STUDY}"}),
        ("fragment", {"launch": f"{LAUNCH}\n\nwhich holds tea."}),
        ("footnote", {"launch": f"It boils in other domains2—tea too. {LAUNCH}"}),
        ("typing", {"launch": f"Tea -- or milk -- boils. {LAUNCH}"}),
        ("markup", {"launch": f"Tea \\<sup>1\\</sup> boils. {LAUNCH}"}),
        ("tex", {"heading": r"The x_{t} of tea"}),
        ("talkative note", {"how": f"In this issue “{'no ' * 21}” was left out."}),
        ("grammar", {"launch": f"An kettle boils tea. {LAUNCH}"}),
        ("same reason", {"reasons": {URL: "it is new", PAPER: "It is new."}}),
        ("unfounded reason", {"study": BARE, "texts": {}}),
        ("cut line", {"preheader": "Pan, and then…"}),
        ("same line", {"preheader": TITLE}),
        ("other title", {"title": "The week to 7 August"}),
        ("announcement", {"heading": "Introducing Kettle 2"}),
        ("lead without news", {"lead": "This issue has one launch and one paper."}),
        ("lead without news", {"lead": "This issue has Kettle; Pan; Pot; Lid; Fork."}),
    ],
)
def test_each_defect_is_counted(name, changes):
    assert name in names(make_reading(**changes))


def test_a_defect_has_its_place_and_its_sentence():
    [defect] = count(make_reading(launch=f"An kettle boils tea. {LAUNCH}"))

    assert (defect.where, defect.sentence) == (f"1. {TITLE}", "An kettle boils tea.")


@pytest.mark.parametrize(
    "changes",
    [
        {"launch": f"Kettle has three modes:\n\n- Boil\n- Wait\n\n{LAUNCH}"},
        {"study": BARE, "texts": {}, "reasons": {}},
        {"study": BARE, "reasons": {}, "texts": {PAPER: "It has (1) tea, (2) milk."}},
        {"study": f"“We fry.” ([a]({PAPER})) {STUDY}"},
        {"reasons": {}, "preheader": ""},
        {"launch": f"{LAUNCH}\n\n**Our view:** wait for the third."},
        {"launch": f"“The report of the lab tells of tea.” {LAUNCH}"},
        {"launch": f"{LAUNCH} “The study tells of tea.” ([b]({URL}))"},
        {"study": f"{STUDY} The results are state-of-the-art."},
        {"launch": f"Discover how tea is made. {LAUNCH}"},
    ],
)
def test_what_only_looks_like_a_defect_is_none(changes):
    assert names(make_reading(**changes)) == []


FRENCH = f"“Le Sénat a adopté jeudi une loi ; elle ne vise que les fours.” ([a]({URL}))"
JAPANESE = f"“近年、湯沸かし器の人気が高まっている。” ([a]({URL}))"


@pytest.mark.parametrize(
    ("language", "launch"),
    [("fr", FRENCH), ("fr-CA", FRENCH), ("", FRENCH * 9), ("ja", JAPANESE)],
)
def test_what_is_english_is_counted_in_english_alone(language, launch):
    reading = make_reading(launch=launch, language=language)

    assert not {"background", "grammar"} & set(names(reading))
    assert {"background", "grammar"} <= set(uncounted(reading))


@pytest.mark.parametrize("language", ["en", "en-GB", ""])
def test_every_kind_is_counted_in_english(language):
    assert uncounted(make_reading(language=language)) == ()


@pytest.mark.parametrize("language", ["de", "fr", "ja", "th", "ru"])
def test_marks_are_counted_in_every_language(language):
    launch = f"Tea -- or milk -- boils. Tea \\<sup>1\\</sup>. {LAUNCH}"
    reading = make_reading(launch=launch, language=language)

    assert {"typing", "markup"} <= set(names(reading))
    assert not {"typing", "markup", "tex", "same reason"} & set(uncounted(reading))


def test_what_is_limited_to_languages_is_a_kind():
    assert set(LANGUAGES) < set(READERS)
