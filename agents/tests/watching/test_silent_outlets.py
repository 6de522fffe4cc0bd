"""Outlets that answer no search for days."""

from datetime import UTC, datetime, timedelta

from agents.watching.silent_outlets import judge

NOW = datetime(2026, 3, 5, 9, tzinfo=UTC)


def search(days_ago, **faults):
    """One search, and what each outlet's fault was; "" where it answered."""
    reports = [
        {"name": name, "url": f"https://{name}.dev", "fault": fault}
        for name, fault in faults.items()
    ]
    return NOW - timedelta(days=days_ago), reports


def test_an_outlet_that_fails_two_weeks_in_a_row_is_silent_and_no_other():
    found = judge(
        [
            search(0, dead="it answered 404", once="it answered 500", well=""),
            search(7, dead="timed out", once="", well=""),
            search(14, dead="", once="it answered 500", well=""),
        ]
    )

    [dead] = found
    assert (dead.name, dead.fault, dead.searches) == ("dead", "it answered 404", 2)
    assert dead.since == NOW - timedelta(days=7)


def test_a_bad_day_is_no_matter():
    assert judge([search(0, a="503"), search(1, a="503")]) == ()
    assert len(judge([search(0, a="503"), search(2, a="503")])) == 1


def test_one_that_answered_since_is_well_whatever_was_before():
    assert judge([search(0, a=""), search(7, a="503"), search(14, a="503")]) == ()


def test_a_search_without_reports_tells_nothing():
    assert judge([(NOW, None), (NOW, [])]) == ()


def test_two_of_one_name_are_two():
    lost, found = "https://a.dev", "https://b.dev"
    reports = [
        {"name": "Lab", "url": lost, "fault": "404"},
        {"name": "Lab", "url": found, "fault": ""},
    ]

    [silent] = judge([(NOW, reports), (NOW - timedelta(days=7), reports)])

    assert silent.url == lost
