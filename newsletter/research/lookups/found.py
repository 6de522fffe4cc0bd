"""What a search by words answers: titles, addresses, first words. And how one fails."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from newsletter.research.outlets.base import ADDRESS_CHARACTERS, is_web, tidy
from newsletter.text.dates import day_told
from newsletter.text.sound import sound
from newsletter.text.truncate import at_sentence
from newsletter.web.html import plain
from newsletter.web.request import Answer

TITLE_CHARACTERS, TEXT_CHARACTERS = 300, 1500
MOST_FOUND = 20
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})

Record = TypeVar("Record", bound=BaseModel)


class LookupFailed(Exception):
    """It could not be looked up; `may_pass` where another try a moment later may."""

    def __init__(self, reason: str, *, may_pass: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.may_pass = may_pass


@dataclass(frozen=True, slots=True)
class Found:
    """One page that was found. `said` is where people speak of it, or ""."""

    title: str
    url: str
    text: str = ""
    published: date | None = None
    said: str = ""


def found(
    title: str, url: str, text: str = "", published: str | None = "", said: str = ""
) -> Found | None:
    """What was found, tidied; None without a title or an address of the web."""
    title = " ".join(plain(sound(title)).split())[:TITLE_CHARACTERS].strip()
    address = tidy(sound(url))
    if not title or not is_web(address) or len(address) > ADDRESS_CHARACTERS:
        return None
    return Found(
        title=title,
        url=address,
        text=at_sentence(" ".join(plain(sound(text)).split()), TEXT_CHARACTERS),
        published=day_told(published or ""),
        said=said if is_web(said) else "",
    )


def each_once(pages: Iterable[Found | None], limit: int) -> list[Found]:
    """So many of them, each address once, in their order."""
    unique: dict[str, Found] = {}
    for page in pages:
        if page is not None:
            unique.setdefault(page.url, page)
    return list(unique.values())[:limit]


def json_of(answer: Answer, of: str) -> Mapping[str, Any]:
    """The JSON object that somebody answered; raises LookupFailed."""
    told = value_of(answer, of)
    if not isinstance(told, dict):
        raise LookupFailed(f"{of} answered in no known form")
    return told


def value_of(answer: Answer, of: str) -> Any:
    """The JSON that somebody answered; raises LookupFailed."""
    _refuse_failure(answer, of)
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError):
        raise LookupFailed(f"{of} answered in no known form") from None


def _refuse_failure(answer: Answer, of: str) -> None:
    """Raise LookupFailed unless there is a whole answer."""
    if answer.fault is not None:
        raise LookupFailed(
            f"{of} could not be asked: {answer.detail or answer.fault}", may_pass=True
        )
    if answer.truncated:
        raise LookupFailed(f"{of} answered more than anybody reads")
    if answer.status != 200:
        told = {
            401: ", so its key is wrong",
            403: ", so it may not be asked",
            429: ", so it was asked too often",
        }
        why = told.get(answer.status or 0, "")
        passing = answer.status in _PASSING
        raise LookupFailed(f"{of} answered {answer.status}{why}", may_pass=passing)


def records(rows: Any, model: type[Record], of: str) -> Sequence[Record]:
    """The members of a list that are in the known form; raises where none is."""
    if not isinstance(rows, list):
        raise LookupFailed(f"{of} answered in no known form")
    known = []
    for row in rows[:100]:
        try:
            known.append(model.model_validate(row))
        except ValidationError:
            continue
    if rows and not known:
        raise LookupFailed(f"{of} answered in no known form")
    return known
