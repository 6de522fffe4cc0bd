"""Stories that intake holds."""

from datetime import date, datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema

from agents.access.scopes import Scope
from agents.doors.api.access import Key
from agents.doors.api.shapes import (
    Id,
    OfNewsletter,
    PageNumber,
    PageOf,
    PerPage,
    one_of,
    paged,
)
from agents.doors.problems import Problem
from newsletter.models import Story
from newsletter.research.lifecycle import State

router = Router(auth=Key(Scope.STORIES_READ), tags=["Stories"])
StateName = Annotated[str, Query(pattern=one_of(State))]


class StoryShape(Schema):
    """`score` is relevance, depth and novelty added up, 3 to 30; null before."""

    id: int
    newsletter: str
    kind: str
    title: str
    url: str
    publisher: str
    published: date | None
    state: str
    state_since: datetime
    moved_by: str
    moved_because: str
    must_have: bool
    score: int | None
    tags: list[str]
    quotes: list[str]
    found_at: datetime


class Stories(PageOf):
    items: list[StoryShape]


@router.get("/stories", response=Stories, operation_id="listStories")
def stories(
    request: HttpRequest,
    newsletter: OfNewsletter = "",
    state: StateName = "",
    page: PageNumber = 1,
    per_page: PerPage = 30,
) -> dict[str, Any]:
    """Stories, those found last first; `state` as `docs/intake.md` names them."""
    rows = Story.objects.select_related("newsletter")
    if newsletter:
        rows = rows.filter(newsletter__slug=newsletter)
    if state:
        rows = rows.filter(state=state)
    return paged(rows, page, per_page, story_shape)


@router.get("/stories/{story}", response=StoryShape, operation_id="getStory")
def story(request: HttpRequest, story: Id) -> StoryShape:
    """One story."""
    found = Story.objects.select_related("newsletter").filter(pk=story).first()
    if found is None:
        raise Problem("not-found", f"No story {story}.")
    return story_shape(found)


def story_shape(row: Story) -> StoryShape:
    return StoryShape(
        id=row.pk,
        newsletter=row.newsletter.slug,
        kind=row.kind,
        title=row.title,
        url=row.url,
        publisher=row.publisher,
        published=row.published,
        state=row.state,
        state_since=row.state_since,
        moved_by=row.moved_by,
        moved_because=row.moved_because,
        must_have=row.must_have,
        score=row.score,
        tags=[str(tag) for tag in row.tags],
        quotes=[str(quote.get("display", "")) for quote in row.quotes],
        found_at=row.found_at,
    )
