"""Which catalogue of messages (i18n, gettext) a newsletter's pages and letters speak by.

A page speaks its newsletter's language, whatever a browser asks for: no answer differs by
who reads it. What is for operators stays English.
"""

from collections.abc import Callable, Collection
from functools import cache

from django.http import HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

ENGLISH = "en"
# Which Chinese is meant where no script is told; of the other there is no catalogue.
_PLAIN_CHINESE, _SIMPLIFIED = "zh", "zh-hans"
# Norwegian has one catalogue, in the form that most of its papers are written in.
_NORWEGIAN, _BOKMAL = frozenset(["no", "nb", "nn"]), "nb"


@cache
def catalogue_of(language: str) -> str:
    """The catalogue of a language (BCP 47), by Django's name; English if it has none."""
    code = language.lower().replace("_", "-")
    if code == _PLAIN_CHINESE:
        return _SIMPLIFIED
    if code.split("-")[0] in _NORWEGIAN:
        return _BOKMAL
    try:
        return translation.get_supported_language_variant(code, strict=True)
    except LookupError:
        return ENGLISH


def speaking(language: str) -> translation.override:
    """Within this, speak `language`."""
    return translation.override(catalogue_of(language))


def speak(language: str) -> None:
    """From here on speak `language` in this thread, to the end of the answer."""
    translation.activate(catalogue_of(language))


def asked_for(request: HttpRequest, catalogues: Collection[str]) -> str | None:
    """The first of `catalogues` that a browser asks for (Accept-Language, RFC 9110)."""
    header = request.headers.get("Accept-Language", "")
    wanted = (catalogue_of(code) for code, _ in parse_accept_lang_header(header))
    return next((one for one in wanted if one in catalogues), None)


def is_english() -> bool:
    """Whether what is put together now is to be English."""
    return translation.get_language() == ENGLISH


def begin_in_english(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: no answer speaks the language of the one before it in its thread."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        with translation.override(ENGLISH):
            return get_response(request)

    return answer
