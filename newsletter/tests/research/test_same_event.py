from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.same_event import (
    LIKELY,
    Reports,
    of_stories,
    report_of,
    tell_one_event,
)
from newsletter.research.story import Kind, Story

BRIDGE = (
    "Elgin opens the Kettle bridge after nine years of building",
    "The Kettle bridge over the Arlon has carried its first cars. Its four lanes and a "
    "path for bicycles cost 310 million euros, twice what the town of Elgin had planned, "
    "and Mayor Dinant promised that nobody will pay a toll.",
)
COLUMN = (
    "What a river crossing is worth",
    "So Mayor Dinant has his Kettle bridge, twice as dear as planned: 310 million euros for "
    "four lanes that nobody in Elgin asked for, nine years late, without a toll.",
)
# Another thing of the same town and mayor.
LIBRARY = (
    "Elgin closes its library on Sundays",
    "Readers in Elgin will find the doors shut on Sundays from May. Mayor Dinant said that "
    "staff could not be found for the shifts, and that the reading room stays open longer on "
    "weekdays instead.",
)


def make_story(said, outlet="https://one.example/a", **changes):
    title, text = said
    fields = {
        "id": outlet,
        "kind": Kind.LAUNCH,
        "title": title,
        "url": outlet,
        "publisher": "An outlet",
        "published": date(2026, 3, 5),
        "summary": text,
    }
    return Story(**{**fields, **changes})


def others(number=400):
    """Reports of other things, so that one can say which words are rare."""
    return [
        make_story(
            (
                f"Post {n} of the week",
                f"Today number {n} happened as it does each week.",
            ),
            f"https://other{n}.example/",
        )
        for n in range(number)
    ]


def is_one(one, other, beside=None):
    beside = others() if beside is None else beside
    return tell_one_event(one, other, of_stories([one, other, *beside]))


def test_a_column_tells_the_event_in_words_of_its_own():
    bridge = make_story(BRIDGE)
    column = make_story(COLUMN, "https://two.example/b")

    assert is_one(bridge, column)
    assert is_one(column, bridge)


def test_another_thing_of_the_same_town_is_another_event():
    library = make_story(LIBRARY, "https://two.example/b")

    assert not is_one(make_story(BRIDGE), library)


def test_of_few_reports_nobody_can_say_which_words_are_rare():
    column = make_story(COLUMN, "https://two.example/b")

    assert not is_one(make_story(BRIDGE), column, beside=())


def test_the_same_words_about_others_tell_of_two_events():
    title, text = BRIDGE
    names = {"Elgin": "Bree", "Kettle": "Ladle", "Arlon": "Ourthe", "Dinant": "Ciney"}
    for name, another in names.items():
        title, text = title.replace(name, another), text.replace(name, another)
    text = text.replace("Mayor Ciney", "Mayor Dinant")

    assert not is_one(
        make_story(BRIDGE), make_story((title, text), "https://two.example/b")
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"url": "https://one.example/column"},
        {"id": "github:elgin/kettle@3", "url": "https://github.com/elgin/kettle"},
        {"published": date(2026, 3, 5) + timedelta(days=15)},
    ],
    ids=["the same outlet", "a release", "weeks later"],
)
def test_it_is_never_said_of(changes):
    column = make_story(COLUMN, **{"url": "https://two.example/b", **changes})

    assert not is_one(make_story(BRIDGE), column)


def test_another_version_is_another_event():
    title, text = BRIDGE
    one = make_story((f"{title}: Kettle 3", text))
    other = make_story((f"{title}: Kettle 4", text), "https://two.example/b")

    assert not is_one(one, other)


TEXTS = st.text(max_size=120) | st.lists(
    st.sampled_from([*BRIDGE[1].split(), *LIBRARY[1].split(), "310", "2026", "ケトル"])
).map(" ".join)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_any_two_reports_are_somewhere_between_0_and_1_in_either_order(a, b, c, d):
    one, other = report_of(a, b), report_of(c, d)
    among = Reports([one, other])

    likely = among.likelihood(one, other)

    assert 0 <= likely <= 1
    assert likely == pytest.approx(Reports([other, one]).likelihood(other, one))


def test_reports_that_name_nothing_in_common_are_not_compared():
    one, other = (
        report_of(*BRIDGE),
        report_of("Rain", "It rained all day, and cars stood."),
    )
    among = Reports([one, other])

    assert among.measures(one, other) is None
    assert among.likelihood(one, other) == 0 < LIKELY
