"""What public pages share: how they may be kept, and which newsletter is meant."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import wraps

from django.db.models import Max, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.dates import WEEKDAYS
from django.utils.http import http_date
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from newsletter.models import Issue, Newsletter, Revision
from newsletter.pages.paths import Place, default_newsletter, on_the_site
from newsletter.translations import asked_for, catalogue_of, speak

# The first of these that there is; the second where nobody can subscribe.
SUBSCRIBE_FORM = ("subscribers/_form.html", "newsletter/_no_form.html")
BEGAN_AT = timezone.now()

View = Callable[..., HttpResponse]


def asked_again(changed_at: Callable[[], datetime]) -> Callable[[View], View]:
    """A page that whoever keeps it asks for each time, by its ETag or by its date.

    So what is corrected, taken down or put back shows on the next reload.
    """

    def decorate(view: View) -> View:
        @cache_control(no_cache=True)
        @wraps(view)
        def page(request: HttpRequest, **arguments: str) -> HttpResponse:
            response = view(request, **arguments)
            changed = int(changed_at().timestamp())
            response["Last-Modified"] = http_date(changed)
            if request.method in ("GET", "HEAD"):
                response = _conditional(request, response, changed)
            return response

        return page

    return decorate


def _conditional(
    request: HttpRequest, response: HttpResponse, changed: int
) -> HttpResponse:
    """Its ETag, or 304. Django's own decorator gives HEAD none (RFC 9110, 9.3.2)."""
    if not response.has_header("ETag"):
        set_response_etag(response)
    etag = response.headers.get("ETag")
    answer = get_conditional_response(request, etag, changed, response)
    return answer if isinstance(answer, HttpResponse) else response


def public(view: View) -> View:
    """A page that anybody may keep, and asks for again."""
    return require_safe(cache_control(public=True)(asked_again(last_change)(view)))


def last_change() -> datetime:
    """When pages may last have changed: what they show, or this program.

    Never a moment before: what is put back as it was has changed too.
    """
    revised: datetime | None = Revision.objects.aggregate(at=Max("at"))["at"]
    return max(BEGAN_AT, revised) if revised else BEGAN_AT


def published(newsletter: Newsletter) -> QuerySet[Issue]:
    """The issues on public pages, the newest first."""
    return newsletter.issues.shown()


def find_place(newsletter: str | None) -> Place:
    """The newsletter of that slug, or the default one; raises Http404.

    The answer speaks its language from here on.
    """
    default = found = default_newsletter()
    if newsletter is not None:
        found = get_object_or_404(on_the_site(), slug=newsletter)
    if found is None:
        raise Http404
    speak(found.language)
    return Place(found, found == default)


def speak_for_site() -> None:
    """On a page of no newsletter: speak as the one at the root does."""
    if (default := default_newsletter()) is not None:
        speak(default.language)


def speak_to(request: HttpRequest) -> None:
    """Where nobody knows whose page it is: in a language of the site's newsletters, as
    the browser asks for one; else as the site does.
    """
    speak_for_site()
    spoken = {catalogue_of(one.language) for one in on_the_site()}
    if (found := asked_for(request, spoken)) is not None:
        speak(found)


def linked(place: Place, issues: Iterable[Issue]) -> list[tuple[Issue, str]]:
    """Each issue with its path."""
    return [(issue, place.issue(issue)) for issue in issues]


def base(place: Place) -> dict[str, object]:
    """What every page of a newsletter is told."""
    newsletter = place.newsletter
    return {
        "newsletter": newsletter,
        "place": place,
        "cadence": gettext("Every %(weekday)s at %(time)s %(timezone)s")
        % {
            "weekday": WEEKDAYS[newsletter.weekday],
            "time": f"{newsletter.send_at:%H:%M}",
            "timezone": newsletter.timezone,
        },
    }
