"""How the one way out treats a host: patience, few questions at once, a cache."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from aiohttp import web

from newsletter.tests.support.web import A, Web, ask, hang, html, in_turn, site_with
from newsletter.web import throttle
from newsletter.web.fetch import Fetcher, Limits, Page, heard

# Patience, and manners


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_passing_fault_is_asked_about_once_more(status):
    site = site_with("a.org/", in_turn(html("Wait", status=status), html("Here")))

    assert ask(site).status == 200
    assert site.asked["GET a.org/"] == 2


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451, 999])
def test_an_answer_that_stands_is_not_asked_about_again(status):
    site = site_with("a.org/", html("No", status=status))

    assert ask(site).status == status
    assert site.asked["GET a.org/"] == 1


def test_a_lasting_fault_is_asked_about_twice_and_no_more():
    site = site_with("a.org/", html("Broken", status=503))

    assert ask(site).status == 503
    assert site.asked["GET a.org/"] == 2


def test_a_time_out_is_asked_about_once_more():
    site = site_with("a.org/", in_turn(hang, html("Here")))

    assert (
        ask(site, limits=Limits(total_seconds=0.2, retry_wait_seconds=0)).status == 200
    )


@pytest.mark.parametrize(
    ("header", "waited"),
    [("7", 7.0), ("Thu, 07 Aug 2025 09:00:08 GMT", 8.0), ("soon", 1.0)],
)
def test_a_server_that_asks_to_wait_is_waited_for(header, waited, monkeypatch):
    naps = []

    async def nap(seconds: float) -> None:
        naps.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", nap)
    busy = html("Busy", status=429, Retry_After=header)
    with time_machine.travel("2025-08-07T09:00:00Z", tick=False):
        page = ask(
            site_with("a.org/", in_turn(busy, html("Here"))),
            limits=Limits(retry_wait_seconds=1.0),
        )

    assert page.status == 200
    assert [seconds for seconds in naps if seconds] == [waited]


def test_a_server_that_asks_for_too_long_is_not_waited_for():
    site = site_with("a.org/", html("Busy", status=429, Retry_After="3600"))

    page = ask(site)

    assert (page.status, page.headers["retry-after"]) == (429, "3600")
    assert site.asked["GET a.org/"] == 1


def test_a_host_is_asked_four_times_at_once_and_others_do_not_wait():
    async def slow(_):
        await asyncio.sleep(0.02)
        return web.Response(text="x")

    site = Web()
    urls = [f"https://{host}/{n}" for host in ("a.org", "b.org") for n in range(12)]
    for url in urls:
        site.put(url.removeprefix("https://"), slow)

    async def go() -> dict[str, Page]:
        async with site.serving(), site.fetcher() as fetcher:
            return await fetcher.get_all([*urls, *urls])

    pages = asyncio.run(go())

    assert list(pages) == urls
    assert all(page.status == 200 for page in pages.values())
    assert site.most_at_once == {"a.org": 4, "b.org": 4}
    assert len(site.requests) == len(urls)


def test_a_host_that_wants_pauses_is_asked_one_by_one(monkeypatch):
    naps = []

    async def nap(seconds: float) -> None:
        naps.append(round(seconds))

    monkeypatch.setattr(throttle, "_LAST_ASKED", {})
    monkeypatch.setattr(asyncio, "sleep", nap)
    limits = Limits(retries=0, spacing_seconds={"a.org": 3.0})

    async def go() -> None:
        async with Fetcher(limits=limits, lookup=lambda _: ["10.0.0.1"]) as fetcher:
            await fetcher.get_all([f"https://a.org/{n}" for n in range(3)])

    asyncio.run(go())

    assert naps == [0, 3, 6]


def test_the_sample_wants_no_pauses():
    site = site_with("a.org/", "Hello")

    page = ask(site, limits=Limits(spacing_seconds={"a.org": 60.0}))

    assert page.status == 200


# The cache


def test_an_address_is_asked_once_and_again_when_its_time_is_over():
    site = site_with("a.org/", html("Hello", ETag='"1"', Last_Modified="then"))

    async def go() -> None:
        async with site.serving(), site.fetcher() as fetcher:
            first = await fetcher.get(A)
            assert await fetcher.get(A) is first
            with time_machine.travel(datetime.now(UTC) + timedelta(hours=2)):
                await fetcher.get(A)

    asyncio.run(go())

    before, after = site.requests
    assert "If-None-Match" not in before.headers
    assert after.headers["If-None-Match"] == '"1"'
    assert after.headers["If-Modified-Since"] == "then"


def test_what_did_not_change_is_kept():
    async def unchanged(_):
        return web.Response(status=304, headers={"Cache-Control": "max-age=60"})

    site = site_with("a.org/", in_turn(html("Hello", ETag='"1"'), unchanged))

    async def go() -> tuple[Page, Page]:
        async with site.serving(), site.fetcher() as fetcher:
            first = await fetcher.get(A)
            with time_machine.travel(datetime.now(UTC) + timedelta(hours=2)):
                return first, await fetcher.get(A)

    first, second = asyncio.run(go())

    assert (second.status, second.body) == (200, first.body)
    renewed = {"cache-control": "max-age=60", "date": second.headers["date"]}
    assert second.headers == {**first.headers, **renewed}
    assert second.fetched_at > first.fetched_at


def test_who_listens_hears_what_a_task_is_answered_and_what_is_new_is_asked_for():
    site = site_with("a.org/", html("Hello", ETag='"1"'))

    async def go() -> list[Page]:
        async with (
            site.serving(),
            site.fetcher(settled_for=timedelta(0)) as fetcher,
        ):
            await fetcher.get(A)
            with heard() as pages:
                await asyncio.gather(fetcher.get(A), fetcher.get(A))
            return pages

    assert [page.status for page in asyncio.run(go())] == [200, 200]
    assert len(site.requests) == 3


@pytest.mark.parametrize(
    ("status", "minutes", "asked"),
    [(200, 50, 1), (200, 70, 2), (404, 50, 1), (404, 70, 2), (403, 9, 1), (403, 11, 2)],
)  # fmt: skip
def test_an_answer_holds_as_long_as_it_is_likely_to(status, minutes, asked):
    site = site_with("a.org/", html("x", status=status))

    async def go() -> None:
        async with site.serving(), site.fetcher() as fetcher:
            await fetcher.get(A)
            with time_machine.travel(datetime.now(UTC) + timedelta(minutes=minutes)):
                await fetcher.get(A)

    asyncio.run(go())

    assert len(site.requests) == asked
