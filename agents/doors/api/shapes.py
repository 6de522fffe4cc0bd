"""Shapes (JSON schemas) that several addresses share, and the parts of their inputs."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeVar

from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from ninja import Path, Query, Schema
from pydantic import ConfigDict, StringConstraints

# No database takes a NUL, and nobody means one.
PLAIN = r"^[^\x00]*$"
Text = Annotated[str, StringConstraints(max_length=1000, pattern=PLAIN)]
SLUG = r"^[-a-zA-Z0-9_]{1,140}$"
SlugText = Annotated[str, StringConstraints(pattern=SLUG)]
# Parts of an address, and of its query.
Slug = Annotated[str, Path(pattern=SLUG)]
SessionName = Annotated[str, Path(pattern=r"^[-a-zA-Z0-9_]{1,80}$")]
Id = Annotated[int, Path(ge=1, le=2**31 - 1)]
OfNewsletter = Annotated[str, Query(pattern=r"^[-a-zA-Z0-9_]{0,140}$")]
PageNumber = Annotated[int, Query(ge=1, le=10_000)]
PerPage = Annotated[int, Query(ge=1, le=100)]

Row = TypeVar("Row", bound=Model)
Shown = TypeVar("Shown", bound=Schema)


def one_of(names: Iterable[str]) -> str:
    """The pattern of a filter: one of these, or nothing."""
    return f"^({'|'.join(names)})?$"


class Strict(Schema):
    """What a client sends: a field that nobody knows is a mistake of theirs."""

    model_config = ConfigDict(extra="forbid")


class PageOf(Schema):
    """A page of a list. `pages` is 1 where the list is empty."""

    count: int
    page: int
    pages: int


def paged(
    rows: QuerySet[Row],
    page: int,
    per_page: int,
    show: Callable[[Row], Shown],
) -> dict[str, Any]:
    """One page of `rows`, each as `show` says; beyond the last one it is empty."""
    pages = Paginator(rows, per_page)
    found: Iterable[Row] = pages.page(page) if page <= pages.num_pages else []
    return {
        "items": [show(row) for row in found],
        "count": pages.count,
        "page": page,
        "pages": pages.num_pages,
    }
