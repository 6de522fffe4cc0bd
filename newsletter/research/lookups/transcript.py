"""What is said in a video: YouTube's captions, read by youtube-transcript-api.

The library knows the way to them, which changes; whatever it asks for goes through the
guarded fetch, and reaches YouTube alone. https://github.com/jdepoix/youtube-transcript-api
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import ParseError

import requests
from defusedxml import DefusedXmlException
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict
from requests.utils import get_encoding_from_headers
from youtube_transcript_api import (
    FetchedTranscript,
    IpBlocked,
    NoTranscriptFound,
    RequestBlocked,
    TranscriptsDisabled,
    VideoUnavailable,
    YouTubeTranscriptApi,
    YouTubeTranscriptApiException,
)

from newsletter.research.lookups.found import LookupFailed
from newsletter.text.dates import day_of
from newsletter.text.sound import sound
from newsletter.web.fetch import Fetcher
from newsletter.web.request import Answer

ADDRESS = "https://www.youtube.com/watch?v={}"
MOST_CHARACTERS = 200_000
PARAGRAPH_SECONDS = 60.0
# Ten hours of captions; and what would keep a parser of markup busy.
_MOST_CAPTION_BYTES, _MOST_SIGNS = 1_500_000, 1000
_VIDEO = re.compile(r"[A-Za-z0-9_-]{11}")
_HOST = re.compile(r"(?:[a-z0-9-]{1,63}\.)?youtube\.com")
_PUBLISHED = re.compile(
    rb'itemprop="datePublished" content="(\d{4}-\d\d-\d\d)[^"]{0,30}"'
)
_IN_PATH = frozenset({"shorts", "live", "embed", "v"})
_WHY: Mapping[type[Exception], str] = {
    TranscriptsDisabled: "it has no captions",
    NoTranscriptFound: "it has no captions",
    VideoUnavailable: "there is no such video",
    IpBlocked: "YouTube answers no programs at this network's address",
    RequestBlocked: "YouTube answers no programs at this network's address",
}
# What the library raises of what it cannot make sense of.
_SENSELESS = (
    LookupError, TypeError, ValueError, AttributeError, ParseError, DefusedXmlException,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Transcript:
    """What is said in a video, a paragraph a minute, and in which language."""

    url: str
    title: str
    publisher: str
    published: date | None
    language: str
    is_generated: bool
    text: str


def video_in(url: str) -> str:
    """The video that an address leads to; "" where it leads to none."""
    try:
        parts = urlsplit(url.strip())
        query = parse_qs(parts.query)
    except ValueError:
        return ""
    host = (parts.hostname or "").removeprefix("www.").removeprefix("m.")
    place = [piece for piece in parts.path.split("/") if piece]
    named = ""
    if host == "youtu.be" and place:
        named = place[0]
    elif host == "youtube.com" and place[:1] == ["watch"]:
        named = query.get("v", [""])[-1]
    elif host == "youtube.com" and len(place) > 1 and place[0] in _IN_PATH:
        named = place[1]
    return named if _VIDEO.fullmatch(named) else ""


async def read(url: str, languages: Iterable[str], fetcher: Fetcher) -> Transcript:
    """The captions of a video, in the first of the languages that it has, else in any.

    Raises LookupFailed.
    """
    video = video_in(url)
    if not video:
        raise LookupFailed(f"{url!r} leads to no video of YouTube")
    loop = asyncio.get_running_loop()

    def call(
        address: str, method: str, headers: Mapping[str, str], body: bytes | None
    ) -> Answer:
        asked = fetcher.call(address, method=method, headers=headers, body=body)
        return asyncio.run_coroutine_threadsafe(asked, loop).result()

    way = _Guarded(call)
    try:
        said = await asyncio.to_thread(_read, video, tuple(languages), way)
    except YouTubeTranscriptApiException as error:
        told = _WHY.get(type(error), f"YouTube refused it ({type(error).__name__})")
        raise LookupFailed(told) from error
    except requests.RequestException as error:
        told = f"YouTube could not be asked: {error}"
        raise LookupFailed(told, may_pass=True) from error
    except _SENSELESS as error:
        raise LookupFailed("YouTube answered in no known form") from error
    text = _in_paragraphs(said)
    if not text:
        raise LookupFailed("its captions say nothing")
    return Transcript(
        url=ADDRESS.format(video),
        title=way.told.get("title") or f"Video {video}",
        publisher=way.told.get("author") or "YouTube",
        published=day_of(way.published),
        language=said.language_code,
        is_generated=said.is_generated,
        text=text,
    )


def _read(video: str, languages: tuple[str, ...], way: "_Guarded") -> FetchedTranscript:
    with requests.Session() as session:
        session.trust_env = False
        session.adapters.clear()
        session.mount("https://", way)
        listed = YouTubeTranscriptApi(http_client=session).list(video)
        try:
            chosen = listed.find_transcript(languages)
        except NoTranscriptFound:
            chosen = next(iter(listed))
        return chosen.fetch()


def _in_paragraphs(said: FetchedTranscript) -> str:
    minutes: dict[int, list[str]] = {}
    for snippet in said:
        words = " ".join(sound(snippet.text).split())
        if words:
            minutes.setdefault(int(snippet.start // PARAGRAPH_SECONDS), []).append(
                words
            )
    return "\n\n".join(map(" ".join, minutes.values()))[:MOST_CHARACTERS]


Call = Callable[[str, str, Mapping[str, str], bytes | None], Answer]


@dataclass
class _Guarded(BaseAdapter):
    """The library's way out: one request, asked by the guarded fetch.

    It notes what YouTube tells of the video besides its captions.
    """

    call: Call
    told: dict[str, str] = field(default_factory=dict)
    published: str = ""

    def send(
        self, request: requests.PreparedRequest, *_: Any, **__: Any
    ) -> requests.Response:
        """What is answered; raises requests.ConnectionError."""
        url = request.url or ""
        parts = urlsplit(url)
        if not _HOST.fullmatch(parts.hostname or ""):
            raise requests.ConnectionError("it led away from YouTube")
        posted: Any = request.body
        body: bytes | None = posted.encode() if isinstance(posted, str) else posted
        headers = {name: str(value) for name, value in request.headers.items()}
        wanted = {
            name: value
            for name, value in headers.items()
            if name.lower() in ("accept-language", "content-type", "cookie")
        }
        answer = self.call(url, request.method or "GET", wanted, body or None)
        if answer.fault is not None:
            raise requests.ConnectionError(answer.detail or str(answer.fault))
        self._note(parts.path, answer.body)
        return _response(request, answer)

    def _note(self, path: str, body: bytes) -> None:
        if path == "/watch" and (named := _PUBLISHED.search(body)):
            self.published = named[1].decode()
        if path.endswith("/player"):
            self._note_details(body)
        if path.endswith("/timedtext") and (
            len(body) > _MOST_CAPTION_BYTES or body.count(b"lt;") > _MOST_SIGNS
        ):
            raise ValueError("captions that are mostly markup")

    def _note_details(self, body: bytes) -> None:
        try:
            details = json.loads(body).get("videoDetails")
        except (ValueError, RecursionError, AttributeError):
            return
        for name in ("title", "author"):
            value = details.get(name) if isinstance(details, dict) else None
            if isinstance(value, str):
                self.told[name] = " ".join(sound(value).split())[:200]

    def close(self) -> None:
        """Nothing is held open."""


def _response(request: requests.PreparedRequest, answer: Answer) -> requests.Response:
    """The answer in the library's own form."""
    response = requests.Response()
    response.status_code = answer.status or 0
    response.url = request.url or ""
    response.request = request
    response.headers = CaseInsensitiveDict({"Content-Type": answer.content_type})
    if answer.location:
        response.headers["Location"] = answer.location
    response.encoding = get_encoding_from_headers(response.headers)
    response.raw = BytesIO(answer.body)
    return response
