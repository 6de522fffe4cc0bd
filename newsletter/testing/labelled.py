"""Two hundred addresses with the truth about each: what a link checker should find.

Alive ones that look dead, dead ones that look alive, and some that nobody can judge.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from newsletter.testing.labelled_answers import page, redirect, response

SHARED = {
    "/": page("The Site"),
    "/en/": page("The Site"),
    "/page/release": page("The release"),
    "/page/release?from=old": page("The release"),
    "/page/the-release": page("The release"),
    "/login?next=walled": page("Sign in to The Site"),
}


class Truth(StrEnum):
    """What there is to find at an address."""

    ALIVE = "alive"  # a reader gets a page
    DEAD = "dead"  # a reader gets an error
    SOFT = "soft"  # a reader gets a page, but not the one that was linked
    UNKNOWABLE = "unknowable"  # a wall, or a server that is down: neither can be said


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How one address answers: in turn, the last for ever.

    An answer that is None never comes; b"" resets the connection. `to_head` answers
    HEAD where it differs from GET.
    """

    path: str
    truth: Truth
    answers: tuple[bytes | None, ...]
    to_head: bytes | None = None

    def answer(self, method: str, times: int) -> bytes | None:
        """What is said to the request, when GET was asked `times` times before."""
        if method == "HEAD" and self.to_head is not None:
            return self.to_head
        said = self.answers[min(times, len(self.answers) - 1)]
        if method == "HEAD" and said:
            return said[: said.index(b"\r\n\r\n") + 4]
        return said


@dataclass(slots=True)
class _Set:
    """Collects behaviours under paths of their own."""

    found: list[Behaviour] = field(default_factory=list)

    def add(
        self,
        truth: Truth,
        slug: str,
        *answers: bytes | None,
        count: int = 1,
        to_head: bytes | None = None,
        place: str = "news",
    ) -> None:
        """Add `count` addresses that behave alike, at `/news/<n>/<slug>-<n>`."""
        for _ in range(count):
            number = len(self.found)
            path = f"/{place}/{number}/{slug}-{number}"
            self.found.append(Behaviour(path, truth, answers, to_head))


def behaviours() -> tuple[Behaviour, ...]:
    """The labelled addresses, and the pages that some of them lead to."""
    made = _Set()
    _alive(made)
    _dead(made)
    _soft(made)
    _unknowable(made)
    return tuple(made.found)


def _alive(made: _Set) -> None:
    def add(slug: str, *answers: bytes | None, count: int = 1, **more: bytes) -> None:
        made.add(Truth.ALIVE, slug, *answers, count=count, **more)  # type: ignore[arg-type]  # to_head alone

    add("release", page("The release"), count=89)
    add("release", redirect("/page/release", 301), count=5)
    add("release", redirect("/page/release?from=old"), count=3)
    add("release", redirect("/page/the-release", 308), count=4)
    add("report", page("The report"), count=4, to_head=response(404))
    add("report", page("The report"), count=4, to_head=response(405))
    add("report", page("The report"), count=4, to_head=response(403))
    add("report", page("The report"), count=2, to_head=response(500))
    add("busy", response(503), page("Busy no more"), count=6)
    add(
        "busy",
        response(429, headers="Retry-After: 1\r\n"),
        page("Busy no more"),
        count=4,
    )
    add("busy", response(502), page("Busy no more"), count=2)
    add("fixing-404-errors", page("How to fix 404 not found errors"), count=2)
    add("missing-pages", page("What a page that is not found costs a shop"))
    add(
        "quiet",
        page("A quiet page", head='<meta name="robots" content="noindex">'),
        count=2,
    )
    add(
        "homely", page("A homely page", head='<link rel="canonical" href="/">'), count=2
    )
    add(
        "short-note",
        page("A short note", body="<h1>A short note</h1>It is short."),
        count=2,
    )
    add(
        "removed-feature",
        page(
            "A removed feature",
            body="<h1>A removed feature</h1>"
            "The old page could not be found by users; it has been removed. " * 9,
        ),
        count=2,
    )
    add(
        "paper.pdf",
        response(200, b"%PDF-1.7" + bytes(3000), kind="application/pdf"),
        count=2,
    )
    add(
        "large",
        page("A large page", body="<h1>A large page</h1>" + "large " * 300_000),
        count=2,
    )
    add("opaque", page("Words that the address has none of"), count=1)


def _dead(made: _Set) -> None:
    def add(
        slug: str, *answers: bytes, count: int, to_head: bytes | None = None
    ) -> None:
        made.add(Truth.DEAD, slug, *answers, count=count, to_head=to_head)

    add("gone", page("Not Found", 404), count=8)
    add("gone", page("Gone", 410), count=3)
    add("gone", page("Our friendly home", 404), count=3)
    add("gone", page("Not Found", 404), count=3, to_head=response(200))
    add("gone", redirect("/nowhere/at/all", 301), count=2)


def _soft(made: _Set) -> None:
    def add(slug: str, *answers: bytes, count: int = 1) -> None:
        made.add(Truth.SOFT, slug, *answers, count=count)

    for title in (
        "Page not found", "404 | The Site", "Oops! That page can’t be found.",
        "Seite nicht gefunden – Die Seite", "Página no encontrada", "ページが見つかりません",
    ):  # fmt: skip
        add("moved", page(title))
    add("moved", redirect("/"), count=2)
    add("moved", redirect("/en/", 301))
    # Whatever is asked for beside them, the same page comes.
    made.add(Truth.SOFT, "moved", SHARED["/"], count=2, place="any")
    add("moved", page("Moved", head='<meta http-equiv="refresh" content="0; url=/">'))


def _unknowable(made: _Set) -> None:
    def add(slug: str, *answers: bytes | None, count: int = 1) -> None:
        made.add(Truth.UNKNOWABLE, slug, *answers, count=count)

    add("members", page("Sign in", 401), count=2)
    add("walled", page("Forbidden", 403), count=3)
    add(
        "walled",
        page("Just a moment...", 403, headers="cf-mitigated: challenge\r\n"),
        count=3,
    )
    add("walled", page("Attention Required! | Cloudflare", 503), count=1)
    add("walled", page("Just a moment...", body="Checking your browser."), count=1)
    add("walled", page("Request denied", 999), count=2)
    add("walled", redirect("/login?next=walled"), count=1)
    add("rationed", page("Too many requests", 429), count=3)
    add("rationed", page("Later", 429, headers="Retry-After: 3600\r\n"), count=1)
    add("withheld", page("Unavailable for legal reasons", 451), count=1)
    add("broken", page("Internal error", 500), count=2)
    add("broken", page("Overloaded", 503), count=2)
    add("silent", None, count=2)
    add("reset", b"", count=2)
