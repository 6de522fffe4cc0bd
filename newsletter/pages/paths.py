"""Where things are on the site: paths of newsletters and issues, and whole addresses.

The first active newsletter lives at the root, every other one under `/n/<slug>/`. Where
none is active it is the first that published anything.
"""

from dataclasses import dataclass
from functools import cached_property

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from newsletter.models import Issue, Newsletter, Thread


@dataclass(frozen=True)
class Place:
    """Where one newsletter is; the properties are paths."""

    newsletter: Newsletter
    is_default: bool

    @cached_property
    def home(self) -> str:
        return self._path("home")

    @cached_property
    def latest(self) -> str:
        """Where the newest issue is led to; empty: there is none."""
        return self._path("latest") if self.newsletter.issues.shown().exists() else ""

    @cached_property
    def archive(self) -> str:
        return self._path("archive")

    @cached_property
    def search(self) -> str:
        return self._path("search")

    @cached_property
    def about(self) -> str:
        return self._path("about")

    @cached_property
    def atom(self) -> str:
        return self._path("atom")

    @cached_property
    def rss(self) -> str:
        return self._path("rss")

    @cached_property
    def json(self) -> str:
        return self._path("json")

    @cached_property
    def privacy(self) -> str:
        """A page of a floor above is led to by its address alone."""
        asked = "" if self.is_default else f"?newsletter={self.newsletter.slug}"
        return f"/privacy{asked}"

    def issue(self, issue: Issue) -> str:
        """The page of an issue; it ends in a slash."""
        return self._path("issue", slug=issue.slug)

    def sources(self, issue: Issue) -> str:
        """The page that shows what each claim of an issue rests on."""
        return self._path("sources", slug=issue.slug)

    def card(self, issue: Issue) -> str:
        """The picture that stands for an issue where its link is shared."""
        return self._path("card", slug=issue.slug)

    def thread(self, thread: Thread) -> str:
        """The page that follows one story through the issues."""
        return self._path("thread", slug=thread.slug)

    def _path(self, name: str, **arguments: str) -> str:
        if not self.is_default:
            arguments["newsletter"] = self.newsletter.slug
        return reverse(f"newsletter:{name}", kwargs=arguments)


# How the slug begins of a newsletter of one person's interests, whose issues are theirs alone.
PERSONAL = "for-"


def on_the_site() -> QuerySet[Newsletter]:
    """The newsletters that have pages, the one at the root first.

    What one published stays when it is switched off: its letters lead there.
    """
    published = Issue.objects.filter(
        newsletter=OuterRef("pk"), status=Issue.Status.PUBLISHED
    )
    stays = Exists(published) & ~Q(slug__startswith=PERSONAL)
    found = Newsletter.objects.filter(Q(is_active=True) | stays)
    return found.order_by("-is_active", "pk")


def default_newsletter() -> Newsletter | None:
    """The newsletter at the root of the site; None where there is none yet.

    Each page asks, some several times: which newsletters have published is another question.
    """
    active = Newsletter.objects.filter(is_active=True).order_by("pk")
    return active.first() or on_the_site().first()


def is_empty() -> bool:
    """Whether the site has no newsletter, and so no page of one; False if it cannot say."""
    try:
        return default_newsletter() is None
    except DatabaseError:
        return False


def for_frame(_: HttpRequest) -> dict[str, object]:
    """A context processor: asked only where a page is of no newsletter."""
    return {"is_empty_site": is_empty}


def place_of(newsletter: Newsletter) -> Place:
    """Where a newsletter is."""
    return Place(newsletter, newsletter == default_newsletter())


def address(path: str) -> str:
    """A path of this site as a whole address."""
    return f"{settings.BASE_URL}{path}"


def address_of(issue: Issue) -> str:
    """The whole address of an issue's page; it ends in a slash."""
    return address(place_of(issue.newsletter).issue(issue))
