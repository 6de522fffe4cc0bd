"""What the bundled sample answers to searches by words, in each place's own form. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from newsletter.research.documents import Documents, Lookups, Submission, Talk, Video
from newsletter.research.lookups import brave, hackernews, reddit, tavily
from newsletter.research.outlets.answers import (
    XML,
    Answer,
    Answers,
    Reply,
    always,
    as_json,
    atom,
    iso,
    number,
)
from newsletter.text.similarity import STOP_WORDS, words

# The search engine of one's own that the sample knows.
SEARXNG = "https://search.example"
_NOTHING = Reply(404, "text/plain", b"There is none.\n")


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    url: str
    text: str
    day: str


def answers(documents: Documents, lookups: Lookups) -> Answers:
    """What every place answers that is searched by words."""
    return {
        **_engines(documents),
        hackernews.ADDRESS: lambda query: _submissions(documents.submissions, query),
        **_reddit(lookups.threads),
        **_youtube(lookups.videos),
    }


def _engines(documents: Documents) -> Answers:
    pages = [
        _Page(one.title, one.url, " ".join(one.text), f"{one.published:%Y-%m-%d}")
        for one in documents.posts
    ]
    pages += [
        _Page(
            one.title, f"https://arxiv.org/abs/{one.id}", one.abstract, f"{one.listed}"
        )
        for one in documents.papers
    ]

    def rows(query: str, content: str, day: str) -> list[dict[str, str]]:
        return [
            {"title": one.title, "url": one.url, content: one.text[:300], day: one.day}
            for one in _nearest(pages, query)
        ]

    return {
        f"{SEARXNG}/search": lambda query: as_json(
            {"results": rows(query.get("q", ""), "content", "publishedDate")}
        ),
        brave.ADDRESS: lambda query: as_json(
            {"web": {"results": rows(query.get("q", ""), "description", "page_age")}}
        ),
        tavily.ADDRESS: lambda query: as_json(
            {"results": rows(query.get("query", ""), "content", "published_date")}
        ),
    }


def _nearest(pages: Sequence[_Page], query: str) -> list[_Page]:
    """The pages that share words with a query, those that share most first."""
    shared = [(_shared(f"{one.title} {one.text}", query), one) for one in pages]
    ranked = sorted(shared, key=lambda pair: (-pair[0], pair[1].url))
    return [one for number_, one in ranked if number_][:10]


def _shared(text: str, query: str) -> int:
    wanted = set(words(query)) - STOP_WORDS
    return len(wanted.intersection(words(text)))


def _submissions(submissions: Sequence[Submission], query: dict[str, str]) -> Reply:
    near = [
        one for one in submissions if _shared(one.title, query.get("query", "")) > 0
    ]
    near.sort(key=lambda one: (-_shared(one.title, query["query"]), one.id))
    hits = [
        {
            "objectID": one.id,
            "title": one.title,
            "url": one.url,
            "points": one.points,
            "created_at": iso(one.created),
        }
        for one in near[: number(query.get("hitsPerPage"), 20)]
    ]
    return as_json({"hits": hits})


def _reddit(threads: Sequence[Talk]) -> Answers:
    def feed(among: Sequence[Talk]) -> Answer:
        return lambda query: atom(
            "search results", map(_entry, _about(among, query.get("q", "")))
        )

    def listing(among: Sequence[Talk]) -> Answer:
        return lambda query: as_json(
            _listing("t3", map(_submission, _about(among, query.get("q", ""))))
        )

    token = {"access_token": "sample", "token_type": "bearer", "expires_in": 3600}
    found: Answers = {
        reddit.TOKENS: always(as_json(token)),
        f"{reddit.FEEDS}/search.rss": feed(threads),
        f"{reddit.API}/search": listing(threads),
    }
    for name in {one.community for one in threads}:
        own = [one for one in threads if one.community == name]
        found[f"{reddit.FEEDS}/r/{name}/search.rss"] = feed(own)
        found[f"{reddit.API}/r/{name}/search"] = listing(own)
    for one in threads:
        said = [_remark(one, place) for place in range(len(one.comments))]
        comments: list[dict[str, object]] = [
            {"body": text, "replies": ""} for text in one.comments
        ]
        both = [_listing("t3", [_submission(one)]), _listing("t1", comments)]
        found[f"{reddit.FEEDS}/comments/{one.id}/.rss"] = always(
            atom(one.title, [_entry(one), *said])
        )
        found[f"{reddit.API}/comments/{one.id}"] = always(as_json(both))
    return found


def _about(threads: Sequence[Talk], query: str) -> list[Talk]:
    return [one for one in threads if _shared(f"{one.title} {one.text}", query)]


def _listing(kind: str, rows: Iterable[dict[str, object]]) -> dict[str, object]:
    children = [{"kind": kind, "data": row} for row in rows]
    return {"kind": "Listing", "data": {"children": children}}


def _submission(one: Talk) -> dict[str, object]:
    return {
        "title": one.title,
        "permalink": one.place,
        "url": one.url or f"{reddit.FEEDS}{one.place}",
        "selftext": one.text,
        "created_utc": one.created.timestamp(),
    }


def _entry(one: Talk) -> str:
    said = f"{reddit.FEEDS}{one.place}"
    text = (
        f"<p>{escape(one.text)}</p> submitted by somebody <br/>"
        f'<span><a href="{escape(one.url or said)}">[link]</a></span> '
        f'<span><a href="{said}">[comments]</a></span>'
    )
    return (
        f'<entry><id>t3_{one.id}</id><link href="{said}"/>'
        f"<title>{escape(one.title)}</title><updated>{iso(one.created)}</updated>"
        f"<published>{iso(one.created)}</published>"
        f'<content type="html">{escape(text)}</content></entry>'
    )


def _remark(one: Talk, place: int) -> str:
    said = f"{reddit.FEEDS}{one.place}c{place}/"
    return (
        f'<entry><id>t1_c{place}</id><link href="{said}"/><title>on it</title>'
        f"<updated>{iso(one.created)}</updated>"
        f'<content type="html">{escape(escape(one.comments[place]))}</content></entry>'
    )


def _youtube(videos: Sequence[Video]) -> Answers:
    known = {one.id: one for one in videos}

    def watch(query: dict[str, str]) -> Reply:
        one = known.get(query.get("v", ""))
        day = (
            f'<meta itemprop="datePublished" content="{one.published}">' if one else ""
        )
        body = f'<html>{day}<script>{{"INNERTUBE_API_KEY":"sample"}}</script></html>'
        return Reply(body=body.encode())

    def player(query: dict[str, str]) -> Reply:
        one = known.get(query.get("videoId", ""))
        return as_json(_playing(one) if one else _UNPLAYABLE)

    def captions(query: dict[str, str]) -> Reply:
        one = known.get(query.get("v", ""))
        if one is None:
            return _NOTHING
        lines = "".join(
            f'<text start="{4 * place}" dur="4">{escape(escape(line))}</text>'
            for place, line in enumerate(one.captions)
        )
        return Reply(
            content_type=XML, body=f"<transcript>{lines}</transcript>".encode()
        )

    return {
        "https://www.youtube.com/watch": watch,
        "https://www.youtube.com/youtubei/v1/player": player,
        "https://www.youtube.com/api/timedtext": captions,
    }


_UNPLAYABLE = {
    "playabilityStatus": {"status": "ERROR", "reason": "This video is unavailable"}
}


def _playing(one: Video) -> dict[str, object]:
    track = {
        "baseUrl": f"https://www.youtube.com/api/timedtext?v={one.id}",
        "name": {"runs": [{"text": one.language}]},
        "languageCode": one.language,
        "kind": "asr",
        "isTranslatable": False,
    }
    return {
        "playabilityStatus": {"status": "OK"},
        "videoDetails": {"videoId": one.id, "title": one.title, "author": one.author},
        "captions": {"playerCaptionsTracklistRenderer": {"captionTracks": [track]}},
    }
