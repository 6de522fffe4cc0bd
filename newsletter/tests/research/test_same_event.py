from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsletter.research.same_event import (
    LIKELY,
    Reports,
    of_stories,
    other_outlets,
    report_of,
    tell_one_event,
)
from newsletter.tests.support.reports import BRIDGE, COLUMN, LIBRARY, others, reported


def is_one(one, other, beside=None):
    beside = others() if beside is None else beside
    return tell_one_event(one, other, of_stories([one, other, *beside]))


def test_a_column_tells_the_event_in_words_of_its_own():
    bridge = reported(BRIDGE)
    column = reported(COLUMN, "https://two.example/b")

    assert is_one(bridge, column)
    assert is_one(column, bridge)


def test_another_thing_of_the_same_town_is_another_event():
    library = reported(LIBRARY, "https://two.example/b")

    assert not is_one(reported(BRIDGE), library)


def test_of_few_reports_nobody_can_say_which_words_are_rare():
    column = reported(COLUMN, "https://two.example/b")

    assert not is_one(reported(BRIDGE), column, beside=())


def test_the_same_words_about_others_tell_of_two_events():
    title, text = BRIDGE
    names = {"Elgin": "Bree", "Kettle": "Ladle", "Arlon": "Ourthe", "Dinant": "Ciney"}
    for name, another in names.items():
        title, text = title.replace(name, another), text.replace(name, another)
    text = text.replace("Mayor Ciney", "Mayor Dinant")

    assert not is_one(
        reported(BRIDGE), reported((title, text), "https://two.example/b")
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
    column = reported(COLUMN, **{"url": "https://two.example/b", **changes})

    assert not is_one(reported(BRIDGE), column)


def test_another_version_is_another_event():
    title, text = BRIDGE
    one = reported((f"{title}: Kettle 3", text))
    other = reported((f"{title}: Kettle 4", text), "https://two.example/b")

    assert not is_one(one, other)


def test_who_else_tells_an_event_is_counted_by_sites():
    bridge = reported(BRIDGE)
    column = reported(COLUMN, "https://two.example/b")
    same_site = reported(COLUMN, "https://two.example/c")
    library = reported(LIBRARY, "https://three.example/d")

    found = other_outlets([library, column, bridge, same_site, *others()])

    assert found == {bridge.id: 1, column.id: 1, same_site.id: 1}
    assert other_outlets([]) == {}


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
