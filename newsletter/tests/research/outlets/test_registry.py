"""The registry of kinds: nothing forgotten, nothing twice, told at start."""

import pytest

from newsletter import checks
from newsletter.checks import check_outlets
from newsletter.research.outlets import registry
from newsletter.research.outlets.registry import KINDS, checked, fault_of
from newsletter.research.outlets.spec import OutletSpec


def test_a_module_without_a_line_is_told_at_start():
    there = {kind.search.__module__.rpartition(".")[2] for kind in KINDS.values()}

    with pytest.raises(LookupError, match=r"kinds/gopher\.py is in the folder"):
        registry.hold_to_folder({*there, "gopher"})


def test_a_module_without_a_line_stops_the_start_with_a_sentence(monkeypatch):
    monkeypatch.delitem(KINDS, "npm")

    [error] = check_outlets()

    assert error.id == "newsletter.E001"
    assert error.msg.startswith("newsletter/research/outlets/kinds/npm.py is in the")


@pytest.mark.parametrize(
    ("how", "url", "fault"),
    [
        ("gopher", "https://lab.test/", "no kind of outlet 'gopher'; known: feed, "),
        ("feed", "https://10.0.0.1/feed", "10.0.0.1 is not a public address"),
        ("feed", "ftp://lab.test/feed", "scheme 'ftp' is not http or https"),
        ("github", "https://github.com/acme/tool", "releases.atom"),
    ],
)
def test_an_outlet_that_cannot_be_asked_is_told_at_start(how, url, fault):
    with pytest.raises(LookupError, match=f"The outlet 'Lab' .*{fault}"):
        checked((OutletSpec("Lab", how, url),))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_takes_the_address_that_it_names_as_example(kind):
    assert fault_of(kind.name, kind.example) == ""
    assert kind.label
    assert kind.takes.endswith(".")


def test_every_shipped_outlet_can_be_asked():
    assert check_outlets() == []


def test_what_cannot_be_asked_stops_the_start_with_a_sentence(monkeypatch):
    monkeypatch.setattr(
        checks, "OUTLETS", (OutletSpec("Lab", "gopher", "https://a.b"),)
    )

    [error] = check_outlets()

    assert error.msg.startswith("The outlet 'Lab' cannot be asked: There is no kind")
