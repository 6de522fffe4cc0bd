from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.coverage.likeness import Likeness
from newsletter.research.coverage.memory import Memory
from newsletter.research.coverage.traits import telling_terms
from newsletter.research.story import Kind
from newsletter.tests.support.covered import (
    make_covered,
    make_story,
    other_posts,
    told_again,
)


def test_nothing_is_covered_at_first():
    assert told_again(make_story(), []) is None


@given(st.lists(st.text(min_size=1, max_size=40), max_size=6), st.text(min_size=1))
def test_every_title_is_held_against_every_other(told, title):
    covered = [
        make_covered(title=one, story_id=f"s{place}", url=f"https://o.example/{place}")
        for place, one in enumerate(told)
    ]

    match = Memory(covered).find(make_story(title=title))

    assert match is None or match.covered in covered


def test_a_look_up_costs_no_more_for_stories_that_have_nothing_in_common(monkeypatch):
    covered = [
        make_covered(title=f"{n + 10}th letter", story_id=f"s{n}", url=f"u{n}")
        for n in range(200)
    ]
    memory = Memory(covered)
    compared = []
    monkeypatch.setattr(
        "newsletter.research.coverage.memory.compared",
        lambda *given: compared.append(given) and None,
    )

    memory.find(make_story(title="The 17th hour"))

    assert len(compared) == 1


TOLD_OF_A_BRIDGE = make_covered(
    title="Elgin opens the Kettle bridge after nine years",
    gist="The Kettle bridge over the Arlon has carried its first cars. Its four lanes cost "
    "310 million euros, twice what Elgin had planned, and Mayor Dinant wants no toll.",
    told_on=date(2026, 3, 5),
)
COLUMN = (
    "What a crossing is worth",
    "So Mayor Dinant has his Kettle bridge, and the rest of us have a view of it. It took a "
    "decade of noise on both banks of the Arlon; nobody whom I met in Elgin on Sunday could "
    "tell me where they would drive, and the ferry still runs.",
)


def make_column(said=COLUMN, **changes):
    address = "https://column.example/1"
    given = {"title": said[0], "summary": said[1], "id": address, "url": address}
    return make_story(**{**given, **changes})


def memory_of(*told):
    return Memory(told, other_posts())


@pytest.mark.parametrize(
    ("said", "by"),
    [
        (COLUMN, Likeness.SUBJECT),
        (
            (
                "“I hear it in bed”: who lives beside the Kettle",
                "We asked in Elgin what the Kettle is like at night. Nobody sleeps, said "
                "a baker on the corner, and the ferry was quieter, and came each hour.",
            ),
            None,
        ),
        (("Elgin opens an office", "Elgin hires forty engineers this year."), None),
        (("Arlon bans noise", "Phones must be silent on trains to Kettle."), None),
    ],
)
def test_who_tells_a_told_event_in_other_words_is_like_it(said, by):
    match = memory_of(TOLD_OF_A_BRIDGE).find(make_column(said), date(2026, 3, 12))

    assert (match and match.by) == by
    assert match is None or not match.is_certain


def test_a_paper_may_be_told_by_an_outlet_but_two_papers_are_two():
    paper = make_column(
        id="arxiv:2603.01234", kind=Kind.PAPER, url="https://arxiv.org/abs/2603.01234"
    )
    other = replace(
        TOLD_OF_A_BRIDGE,
        story_id="arxiv:2603.04321",
        url="https://arxiv.org/abs/2603.04321",
    )
    day = date(2026, 3, 12)

    assert memory_of(TOLD_OF_A_BRIDGE).find(paper, day)
    assert memory_of(other).find(make_column(), day)
    assert memory_of(other).find(paper, day) is None
    assert memory_of(other).earlier(paper, day) is None


def test_of_several_the_one_that_names_the_same_is_the_earlier_one():
    said = (
        "I have driven here for forty years",
        "Drivers stood before the closed {} this morning. Divers saw cracks in its pillars, "
        "says the council of {}, and nobody can tell when the first car may cross again.",
    )
    told = make_covered(
        title="Kettle bridge in Elgin is closed at once",
        gist="Divers found cracks in five pillars of the Kettle bridge, so nobody may drive "
        "over it. The council of Elgin says that the repair takes a year.",
        told_on=date(2026, 3, 5),
    )
    of_another = make_covered(
        story_id="https://other.example/forty",
        url="https://other.example/forty",
        title=said[0],
        gist=said[1].format("Lantern bridge", "Dinant"),
        told_on=date(2026, 3, 5),
    )
    column = make_column((said[0], said[1].format("Kettle bridge", "Elgin")))

    for covered in ((told, of_another), (of_another, told)):
        assert memory_of(*covered).earlier(column, date(2026, 3, 12)) == told


def test_names_that_many_stories_tell_of_are_no_sign():
    told = [
        make_covered(
            story_id=f"https://other{number}.example/",
            url=f"https://other{number}.example/",
            title=f"Mayor Dinant, Elgin, Kettle and Arlon meet number {number}",
            told_on=date(2026, 3, 5),
        )
        for number in range(200)
    ]

    found = memory_of(*told, TOLD_OF_A_BRIDGE).earlier(make_column(), date(2026, 3, 12))

    assert found is None


def test_what_likely_tells_the_same_event_leads_to_it():
    memory = memory_of(TOLD_OF_A_BRIDGE)

    assert memory.earlier(make_column(), date(2026, 3, 12)) is TOLD_OF_A_BRIDGE
    assert memory.earlier(make_column(), date(2026, 3, 25)) is None
    home = make_column(url="https://other.example/second-day")
    assert memory.earlier(home, date(2026, 3, 12)) is None


def test_a_rare_name_alone_leads_nowhere():
    office = make_column(("Elgin opens an office", "The firm hires forty engineers."))

    assert memory_of(TOLD_OF_A_BRIDGE).earlier(office, date(2026, 3, 12)) is None


def test_names_of_the_whole_told_text_count():
    """Of a long text the memory keeps the beginning, its terms and its names."""
    told = make_covered(
        title="A bridge opens",
        gist="A bridge opens …",
        terms=telling_terms(TOLD_OF_A_BRIDGE.title, TOLD_OF_A_BRIDGE.gist),
        names=frozenset({"elgin", "kettle", "arlon", "dinant"}),
        told_on=date(2026, 3, 5),
    )

    assert memory_of(told).earlier(make_column(), date(2026, 3, 12)) is told


def about_the_games(number, title):
    return make_covered(
        story_id=f"https://a.example/{number}",
        url=f"https://a.example/{number}",
        title=title,
        told_on=date(2021, 7, 20),
    )


def test_words_of_the_subject_alone_make_no_story_the_same():
    places = ("Togo", "Peru", "Fiji", "Chad", "Mali", "Cuba", "Iran", "Oman")
    covered = [
        about_the_games(n, f"Tokyo Olympics: athletes of {place} arrive")
        for n, place in enumerate(places)
    ]
    found = make_story(
        title="Tokyo Olympics: a typhoon nears", published=date(2021, 7, 22)
    )

    match = Memory(covered, [found]).find(found, date(2021, 7, 22))

    assert match is None or (not match.is_certain and match.shared < 0.45)


def test_what_many_stories_name_is_no_product_whose_story_is_one():
    titles = [f"COVID-19 delays the {what}" for what in "abcdefgh"]
    covered = [about_the_games(n, title) for n, title in enumerate(titles)]
    found = make_story(
        title="More cases of COVID-19 in Tokyo", published=date(2021, 7, 22)
    )

    match = Memory(covered, [found]).find(found, date(2021, 7, 22))

    assert match is None or not match.is_certain
