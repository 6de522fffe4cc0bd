"""PyPI and npm: releases of packages, named after them."""

from datetime import date

import pytest

from newsletter.research.outlets.answers import Reply, as_json
from newsletter.research.outlets.base import OutletFailed
from newsletter.research.outlets.kinds import npm, pypi
from newsletter.research.outlets.merge import merge
from newsletter.research.outlets.spec import OutletSpec
from newsletter.tests.support.serving import visit

DAY = date(2025, 8, 5)
PACKAGE = "https://pypi.org/project/kettle/"
FEED = "https://pypi.org/rss/project/kettle/releases.xml"
SCOPED = "https://www.npmjs.com/package/@kettle/sdk"
SEARCH = "https://registry.npmjs.org/-/v1/search"


def found(kind, url: str, answers) -> list:
    spec = OutletSpec("Kettle", kind.KIND.name, url)
    return visit(answers, lambda fetcher: kind.search(spec, DAY, DAY, fetcher))


def updates(*versions: str, text: str = "It boils.") -> Reply:
    """As a project's releases feed stands at PyPI."""
    items = "".join(
        f"    <item>\n      <title>{version}</title>\n"
        f"      <link>{PACKAGE}{version}/</link>\n"
        f"      <description>{text}</description>\n<author>a@kettle.test</author>"
        "      <pubDate>Tue, 05 Aug 2025 12:00:00 GMT</pubDate>\n    </item>"
        for version in versions
    )
    body = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n  <channel>\n'
        "    <title>PyPI recent updates for kettle</title>\n"
        f"    <link>{PACKAGE}</link>\n{items}  </channel>\n</rss>"
    )
    return Reply(content_type="text/xml; charset=UTF-8", body=body.encode())


def test_a_release_of_a_package_is_named_after_it():
    [story] = found(pypi, PACKAGE, {FEED: updates("1.2.0")})

    assert (story.title, story.url) == ("kettle 1.2.0", f"{PACKAGE}1.2.0/")
    assert (story.summary, story.published) == ("It boils.", DAY)


@pytest.mark.parametrize("version", ["1.2.0rc1", "1.2.0a1", "1.2.0b2", "1.2.0.dev3"])
def test_a_release_that_is_not_for_everyone_is_left_out(version):
    assert found(pypi, PACKAGE, {FEED: updates(version)}) == []


def test_a_package_that_says_nothing_has_no_text():
    assert found(pypi, PACKAGE, {FEED: updates("1.0", text="None")})[0].summary == ""


def test_a_release_on_pypi_and_on_github_is_one_story():
    [one] = found(pypi, PACKAGE, {FEED: updates("1.2.0")})
    url = "https://github.com/kettle/kettle/releases/tag/v1.2.0"
    other = one.model_copy(
        update={
            "id": "github:kettle/kettle@v1.2.0",
            "url": url,
            "title": "kettle v1.2.0",
        }
    )

    assert len(merge([one, other])) == 1


def listed(name: str = "@kettle/sdk", **changes) -> dict:
    """As the registry's documentation shows an object of its search."""
    package = {
        "name": name,
        "scope": "kettle",
        "version": "2.0.0",
        "description": "It boils.",
        "keywords": [],
        "date": "2025-08-05T10:00:00.000Z",
        "links": {"npm": f"https://www.npmjs.com/package/{name}"},
        "publisher": {"username": "kettle", "email": "a@kettle.test"},
    }
    return {"package": package | changes, "score": {"final": 0.9}, "searchScore": 9.1}


def test_the_newest_release_is_told_whatever_else_the_search_finds():
    answer = as_json({"objects": [listed("kettle"), listed()], "total": 2})

    [story] = found(npm, SCOPED, {SEARCH: answer})

    assert story.title == "@kettle/sdk 2.0.0"
    assert story.url == f"{SCOPED}/v/2.0.0"
    assert (story.summary, story.published) == ("It boils.", DAY)


@pytest.mark.parametrize(
    "changes",
    [{"date": "2025-07-05T10:00:00.000Z"}, {"version": "2.0.0-beta.1"}, {"date": "?"}],
)
def test_a_release_of_another_day_or_not_for_everyone_is_left_out(changes):
    answer = as_json({"objects": [listed(**changes)]})

    assert found(npm, SCOPED, {SEARCH: answer}) == []


def test_a_package_that_the_search_does_not_find_is_reported():
    answer = as_json({"objects": [listed("kettle")]})

    with pytest.raises(OutletFailed, match="does not find '@kettle/sdk'"):
        found(npm, SCOPED, {SEARCH: answer})
