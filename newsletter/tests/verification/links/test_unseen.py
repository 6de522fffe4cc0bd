"""Pages that no sign was written on: a wall is never broken, and few pages are a wall."""

import tomllib
from pathlib import Path

import pytest

from newsletter.standards.outcomes import Outcome
from newsletter.tests.support.judging import make_page, moved, outcome_of

FILE = Path(__file__).with_name("unseen.toml")
PAGES = tomllib.loads(FILE.read_text(encoding="utf-8"))["pages"]
MEANS = {
    "wall": {Outcome.BLOCKED},
    "blocked": {Outcome.BLOCKED},
    "absent": {Outcome.SOFT_404},
    "alive": {Outcome.OK, Outcome.REDIRECTED},
}


def outcome(page):
    """What a page comes to where its site shows the same at every address, if it is none."""
    given = {
        "status": page.get("status", 200),
        "headers": page.get("headers", {}),
        "body": page["html"].encode(),
    }
    url = page["url"]
    shown = moved(page["to"], url, **given) if "to" in page else make_page(url, **given)
    beside = given if page["is"] != "alive" else {"status": 404, "body": b"Not found"}
    return outcome_of(shown, sibling=make_page(f"{url}-that-cannot-exist", **beside))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page["name"])
def test_each_is_what_a_reader_would_call_it(page):
    assert outcome(page) in MEANS[page.get("judged", page["is"])]
