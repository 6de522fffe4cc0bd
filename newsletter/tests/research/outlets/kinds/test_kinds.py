"""What holds of every kind: it reads what its own sample answers, and no rubbish."""

import json
import re
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from django.conf import settings

from newsletter.research.documents import Documents, Paper, Post, Release, Submission
from newsletter.research.outlets.answers import Reply, as_json
from newsletter.research.outlets.base import OutletFailed
from newsletter.research.outlets.registry import KINDS
from newsletter.research.outlets.spec import OutletSpec
from newsletter.tests.support.serving import visit

NAME = "acme/tool"
DAY = date(2025, 8, 5)
NOON = datetime(2025, 8, 5, 12, tzinfo=UTC)
URL = "https://acme.test/news/a-model"
PLANTED = {"rewritten": True, "text": ("It ships today.",)}
HELD = Documents(
    posts=(
        Post(url=URL, outlet=NAME, publisher="Acme", published=NOON, title="A model",
             **PLANTED),
    ),
    releases=(
        Release(repository=NAME, tag="v1.2.0", title="v1.2.0", published=NOON, **PLANTED),
    ),
    papers=(
        Paper(id="2508.00001", listed=DAY, category="cs.CL", title="A model",
              abstract="It ships.", upvotes=9),
    ),
    submissions=(
        Submission(id="7", created=NOON, title="A model", url=URL, points=99, comments=1),
    ),
)  # fmt: skip
KIND = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def spec_of(kind) -> OutletSpec:
    return OutletSpec(NAME, kind.name, kind.example, kind=None)


def search(kind, answers):
    spec = spec_of(kind)
    return visit(answers, lambda fetcher: kind.search(spec, DAY, DAY, fetcher))


@KIND
def test_a_kind_finds_what_its_sample_answers(kind):
    answers = kind.sample(spec_of(kind), HELD)

    found = search(kind, answers)

    assert len(found) == 1
    assert found[0].published == DAY


def test_the_kind_that_the_documentation_adds_is_one():
    text = (settings.BASE_DIR / "docs/adding.md").read_text()
    [written] = re.findall(r"## A kind of outlet\n.*?```python\n(.*?)```", text, re.S)
    module: dict = {}

    exec(written, module)  # noqa: S102  the document's own words
    kind = module["KIND"]

    assert len(search(kind, kind.sample(spec_of(kind), HELD))) == 1


@KIND
@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[[]]", b"{}", b"<html>", b"\xff\x00", b"[" * 100_000,
     json.dumps({"hits": [None, 3]}).encode()],
    ids=["nothing", "null", "lists", "object", "page", "bytes", "depth", "other"],
)  # fmt: skip
def test_rubbish_makes_a_kind_fail_in_words_or_find_nothing(kind, body):
    addresses = kind.sample(spec_of(kind), HELD)
    rubbish = dict.fromkeys(addresses, Reply(content_type="", body=body))

    found = []
    with suppress(OutletFailed):
        found = search(kind, rubbish)

    assert found == []


@pytest.mark.parametrize(
    ("name", "field", "odd"),
    [
        ("bluesky", "likeCount", 10**400),
        ("hackernews", "points", 10**400),
        ("hackernews", "objectID", "7" * 3000),
        ("huggingface", "upvotes", 10**400),
        ("mastodon", "reblogs_count", 10**400),
        ("mastodon", "url", "https://acme.test/" + "x" * 3000),
    ],
)
def test_a_value_beyond_measure_costs_its_entry_alone(name, field, odd):
    [(address, answer)] = KINDS[name].sample(spec_of(KINDS[name]), HELD).items()
    told = json.loads(answer({"date": str(DAY)}).body)
    entries = told if isinstance(told, list) else next(iter(told.values()))
    entries.append(_with(entries[0], field, odd))

    found = search(KINDS[name], {address: as_json(told)})

    assert [story.published for story in found] == [DAY]


def _with(value, field, odd):
    if not isinstance(value, dict):
        return value
    return {
        name: odd if name == field else _with(inner, field, odd)
        for name, inner in value.items()
    }


@pytest.mark.parametrize("name", [name for name in KINDS if name != "feed"])
@pytest.mark.parametrize("url", ["https://example.com/", "https://example.com/x?y=1"])
def test_every_kind_but_feeds_refuses_an_address_of_another_site(name, url):
    if name == "mastodon":
        return  # it runs on any site

    assert url in KINDS[name].refuse(url)
    assert not KINDS[name].refuse(KINDS[name].example)


@pytest.mark.parametrize(
    "url",
    [
        "https://m.example/tags/K%C3%BCnstlicheIntelligenz",
        "https://m.example/tags/人工知能",
        "https://m.example/@jane@other.example",
    ],
)
def test_a_mastodon_tag_may_be_in_any_letters_and_escaped(url):
    assert not KINDS["mastodon"].refuse(url)
    assert len(search(replace(KINDS["mastodon"], example=url), _answers(url))) == 1


def _answers(url):
    return KINDS["mastodon"].sample(OutletSpec(NAME, "mastodon", url, kind=None), HELD)
