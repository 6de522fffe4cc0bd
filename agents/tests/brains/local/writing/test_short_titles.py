import pytest

from agents.brains.local.writing.short_titles import (
    first_clause,
    preheader,
    short,
    subject,
)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Introducing gpt-oss", "gpt-oss"),
        ("Introducing the Kettle API", "Kettle API"),
        ("Introducing Open SWE: An Open-Source Coding Agent", "Open SWE"),
        ("CoAct-1: Computer-using Agents with Coding as Actions", "CoAct-1"),
        ("Meet Lumen Edit: editing that keeps up", "Lumen Edit"),
        ("Genie 3 – a new frontier", "Genie 3"),
        ("Technical report: how we did it", "Technical report: how we did it"),
        ("Kettle is here. Try it", "Kettle is here"),
        ("Is Kettle hot enough? A test of ten", "Is Kettle hot enough?"),
        ("Really? Kettle 3 is out", "Really? Kettle 3 is out"),
        ("Introducing", "Introducing"),
        ("A cache for agents.", "A cache for agents"),
    ],
)
def test_a_short_name_is_what_a_reader_would_call_it(title, name):
    assert short(title) == name


def test_a_name_with_a_banned_word_stays_a_title():
    title = "Introducing Robust Kettle 2"

    assert short(title, ["robust"]) == title


@pytest.mark.parametrize(
    ("titles", "most", "line"),
    [
        (["Kettle 1"], 78, "Kettle 1"),
        (["Kettle 1", "Pan 2"], 78, "Kettle 1 and Pan 2"),
        (["Kettle 1", "Pan 2", "Pot 3"], 78, "Kettle 1, Pan 2 and Pot 3"),
        (
            ["Kettle 1", "Pan 2", "Pot 3", "Lid 4"],
            78,
            "Kettle 1, Pan 2, Pot 3, and 1 more",
        ),
        (["Kettle 1", "Pan 2", "Pot 3", "Lid 4"], 27, "Kettle 1, Pan 2, and 2 more"),
        (["Kettle 1", "Pan 2", "Pot 3"], 20, "Kettle 1, and 2 more"),
        (["Kettle, the 1", "Pan 2"], 78, "Kettle, the 1, and 1 more"),
        (["Is it hot enough?", "Pan 2"], 78, "Is it hot enough?"),
        (
            ["Elgin’s first bridge of glass is here", "Pan 2", "Pot 3"],
            78,
            "Elgin’s first bridge of glass is here",
        ),
    ],
)
def test_a_subject_names_as_many_stories_as_fit(titles, most, line):
    assert subject(titles, most) == line


def test_no_english_word_stands_between_names_of_another_language():
    titles = ["La bouilloire 1", "La théière 2"]

    assert subject(titles, 78, in_english=False) == "La bouilloire 1; La théière 2"
    assert subject(titles, 24, in_english=False) == "La bouilloire 1 (+ 1)"


def test_no_name_is_cut_to_fit():
    titles = ["A very long title that goes on and on", "Pan 2"]

    assert subject(titles, 30) == "Pan 2, and 1 more"
    assert subject(titles[:1], 30, otherwise="One launch") == "One launch"
    assert subject(titles[:1], 20) == "A very long title…"


def test_a_preheader_has_whole_names_that_the_subject_leaves_out():
    titles = ["Kettle 1", "A pan that fries", "Long " * 30, "Lid 4"]

    assert preheader(titles, "Kettle 1, and 3 more") == "A pan that fries; Lid 4"


def test_a_subject_says_no_banned_word_of_its_own():
    line = subject(["Introducing Robust Kettle 2", "Pan 2"], 78, ["robust"])

    assert line == "Introducing Robust Kettle 2, and 1 more"


@pytest.mark.parametrize(
    ("title", "clause"),
    [
        (
            "Kettle wants to halve the price of tea — but will it taste the same?",
            "Kettle wants to halve the price of tea",
        ),
        (
            "Elgin opens a bridge over the Arlon; ferries stop",
            "Elgin opens a bridge over the Arlon",
        ),
        ("Kettle 3 is out, but few may have it", "Kettle 3 is out"),
        ("Tea - a history", "Tea - a history"),
        (
            "‘I heard it at night and moved’ — a tale",
            "‘I heard it at night and moved’ — a tale",
        ),
        (
            "The bridge (four lanes — and a path) is open",
            "The bridge (four lanes — and a path) is open",
        ),
        ("Elgin opens a bridge over the Arlon", "Elgin opens a bridge over the Arlon"),
    ],
)
def test_of_a_long_title_the_first_clause_stands_alone(title, clause):
    assert first_clause(title) == clause


def test_a_subject_tells_the_first_story_of_which_a_clause_fits():
    long = (
        "Kettle wants to halve the price of tea — but will it taste the same as before?"
    )
    titles = [
        long,
        "Elgin opens a bridge over the Arlon; ferries stop for good after nine years",
    ]

    assert subject(titles, 60) == "Kettle wants to halve the price of tea"
    assert subject(titles, 40) == "Kettle wants to halve the price of tea"
    assert preheader(titles, subject(titles, 60)) == titles[1]
