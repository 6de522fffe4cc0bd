import asyncio
from datetime import UTC, datetime

import pytest

from newsletter.tests.support.web import Web, html, in_turn
from newsletter.web import shared_cache
from newsletter.web.page import Fault, Page, without_answer
from newsletter.web.shared_cache import Shelf

A = "https://a.org/"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    pages = settings.CACHES["pages"] | {"LOCATION": tmp_path / "pages"}
    settings.CACHES = settings.CACHES | {"pages": pages}
    return tmp_path / "pages"


def read(site: Web) -> Page:
    """What the address answers to a worker that has just begun."""

    async def go() -> Page:
        async with site.serving(), site.fetcher(cache=Shelf()) as fetcher:
            return await fetcher.get(A)

    return asyncio.run(go())


def test_what_one_worker_read_no_other_asks_for():
    site = Web()
    site.put("a.org/", html("Here"))

    first, second = read(site), read(site)

    assert second == first
    assert len(site.requests) == 1


def test_what_may_pass_is_asked_anew():
    site = Web()
    site.put("a.org/", in_turn(html("Wait", status=403), html("Here")))

    assert [read(site).status, read(site).status] == [403, 200]


def test_a_page_cut_short_on_disk_is_read_from_the_web(folder):
    site = Web()
    site.put("a.org/", html("Here"))
    read(site)
    (kept,) = folder.glob("*.djcache")
    kept.write_bytes(kept.read_bytes()[:40])

    assert read(site).status == 200
    assert len(site.requests) == 2


def test_without_a_disk_everything_is_read_from_the_web(folder):
    folder.write_text("a file where a folder should be")
    site = Web()
    site.put("a.org/", html("Here"))

    assert [read(site).status, read(site).status] == [200, 200]
    assert len(site.requests) == 2


def test_pages_of_an_older_shape_are_not_found(monkeypatch):
    site = Web()
    site.put("a.org/", html("Here"))
    read(site)
    monkeypatch.setattr(shared_cache, "_SHAPE", "url status")

    read(site)

    assert len(site.requests) == 2


def test_a_fault_is_remembered_by_the_one_who_met_it():
    fault = without_answer(A, Fault.TIMEOUT, "", datetime.now(UTC))

    async def go() -> tuple[Page | None, Page | None]:
        mine = Shelf()
        await mine.put("GET", fault)
        return await mine.get("GET"), await Shelf().get("GET")

    assert asyncio.run(go()) == (fault, None)
