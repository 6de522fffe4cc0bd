"""A cache of public pages (RFC 9111), in this process, of what still stands.

An answer that anybody may share is kept with the revision of the database that it was
made of (`revisions`); a request that finds the same revision gets it as it stands. What
the revision is costs one small query, and its answer is trusted for a moment
(KEPT_PAGES_TRUSTED_SECONDS): a correction, or an issue taken down, shows after that, and at once
in the process that was asked to write it.
"""

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, TypeGuard

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import parse_http_date_safe

from newsletter.pages import revisions

# What pages tell by the clock may be so much older.
KEPT_SECONDS = 60
MOST_PAGES, MOST_BYTES = 400, 500_000
_STATUSES = frozenset({200, 302, 410})
_READING = frozenset({"GET", "HEAD"})
_GZIP = re.compile(r"\bgzip\b")


class _Key(NamedTuple):
    """What an answer to GET may differ by."""

    scheme: str
    host: str
    path: str
    is_compressed: bool


class _Page(NamedTuple):
    revision: str
    until: float
    status: int
    headers: dict[str, str]
    content: bytes


class KeptPages:
    """Middleware; it stands outside of what makes and compresses an answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self._pages: OrderedDict[_Key, _Page] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in _READING:
            try:
                return self.get_response(request)
            finally:
                revisions.doubt()
        if not _may_be_asked(request) or (revision := _revision()) is None:
            return self.get_response(request)
        key = _key(request)
        page = self._pages.get(key)
        if page and page.revision == revision and time.monotonic() < page.until:
            return _answer(request, page)
        response = self.get_response(request)
        if _may_be_kept(response):
            self._keep(key, revision, response)
        return response

    def _keep(self, key: _Key, revision: str, response: HttpResponse) -> None:
        until = time.monotonic() + KEPT_SECONDS
        headers = dict(response.items())
        page = _Page(revision, until, response.status_code, headers, response.content)
        with self._lock:
            self._pages[key] = page
            while len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)


def _may_be_asked(request: HttpRequest) -> bool:
    """Not of a search, which is hardly asked twice, nor within a transaction, which may
    see what nobody else does.
    """
    is_plain = request.method == "GET" and not request.META.get("QUERY_STRING")
    return is_plain and not connection.in_atomic_block


def _revision() -> str | None:
    """None where the database does not say: what makes the page meets that itself."""
    try:
        return revisions.now()
    except DatabaseError:
        return None


def _key(request: HttpRequest) -> _Key:
    return _Key(
        request.scheme or "",
        request.META.get("HTTP_HOST", ""),
        request.get_full_path(),
        bool(_GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", ""))),
    )


def _may_be_kept(response: HttpResponseBase) -> TypeGuard[HttpResponse]:
    """Whether it says itself that all may share it, and nothing else in it differs."""
    return (
        isinstance(response, HttpResponse)
        and response.status_code in _STATUSES
        and "public" in response.get("Cache-Control", "")
        and response.get("Vary", "Accept-Encoding") == "Accept-Encoding"
        and not response.cookies
        and len(response.content) <= MOST_BYTES
    )


def _answer(request: HttpRequest, page: _Page) -> HttpResponseBase:
    response = HttpResponse(page.content, status=page.status, headers=page.headers)
    if "If-None-Match" in request.headers or "If-Modified-Since" in request.headers:
        modified = parse_http_date_safe(page.headers.get("Last-Modified", ""))
        etag = page.headers.get("ETag")
        return get_conditional_response(request, etag, modified, response) or response
    return response
