"""More or less of an issue's stories: GET shows the buttons, POST counts, in sum alone.

From a letter by a signed link, or from the issue's page. Of who asked nothing is kept
but an HMAC that is another one for each story, and that goes after thirty days. Who came
from their letter may also have a topic of the story come first, or less, in their own.
"""

from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from newsletter.drafts.draft import Item
from newsletter.issues import editions, lessons
from newsletter.issues.editions import Choice
from newsletter.issues.lessons import ToldStory
from newsletter.models import Issue
from newsletter.pages.paths import address_of
from newsletter.pages.public import asked_again, last_change, speak_for_site
from subscribers.consent.networks import client_ip, machine_of
from subscribers.consent.tokens import Purpose
from subscribers.models import Subscriber
from subscribers.pages.common import be_of, context_of, for_token, gone, message
from subscribers.preferences import choosing
from subscribers.signatures import Salt

_WISHES = {"more": True, "less": False}
_BACK = "back"
_LEFT = gettext_lazy("You get no letters")


@for_token(Purpose.OPINION, "GET", "HEAD", "POST")
def of_reader(
    request: HttpRequest, token: str, subscriber_id: int, issue_id: int
) -> HttpResponse:
    """From a letter: the link is the key, and only for what its reader was sent."""
    reader = Subscriber.objects.filter(pk=subscriber_id).first()
    if reader is None:
        return gone(request)
    issues = Issue.objects.filter(newsletter_id=reader.newsletter_id)
    issue = issues.filter(pk=issue_id).first()
    return _page(request, issue, f"reader {reader.pk}", reader)


@csrf_exempt
@asked_again(last_change)
@require_http_methods(["GET", "HEAD", "POST"])
def of_anyone(request: HttpRequest, issue_id: int) -> HttpResponse:
    """From the issue's page: one machine counts once for each story."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") == "cross-site":
        speak_for_site()
        text = gettext("Nothing was counted. Press the button on the issue's own page.")
        heading = gettext("That was another site")
        return message(request, heading, text, status=HTTPStatus.FORBIDDEN)
    issue = Issue.objects.filter(pk=issue_id).first()
    return _page(request, issue, f"machine {machine_of(client_ip(request))}")


def _page(
    request: HttpRequest,
    issue: Issue | None,
    who: str,
    reader: Subscriber | None = None,
) -> HttpResponse:
    now = timezone.now()
    be_of(request, issue.newsletter if issue else None)
    if issue is None or not lessons.is_open(issue, now):
        text = gettext(
            "Readers may ask for more or less of an issue's stories for thirty days."
        )
        heading = gettext("This is closed")
        return message(request, heading, text, status=HTTPStatus.NOT_FOUND)
    told = lessons.stories_of(issue)
    said, offers = "", list[Choice]()
    if request.method == "POST" and reader and "topic" in request.POST:
        return _lean(request, issue, reader, now)
    if request.method == "POST" and reader and _has_left(reader):
        text = gettext("Nothing was counted: you are not on the list now.")
        return message(request, _LEFT, text)
    if request.method == "POST":
        number, wish = request.POST.get("story", ""), request.POST.get("wish", "")
        story = next((one for one in told if str(one.number) == number), None)
        if story is None or wish not in (*_WISHES, _BACK):
            text = gettext(
                "Nothing was counted. Press one of the buttons beside a story."
            )
            heading = gettext("More or less?")
            return message(request, heading, text, status=HTTPStatus.BAD_REQUEST)
        voter = _voter(who, issue.pk, story.coverage.story_id)
        said = _count(story, voter, wish, now, is_public=reader is None)
        if wish != _BACK:
            offers = _offers(issue, story.item, reader, wants_more=_WISHES[wish])
    # Of an issue's page everybody gets the same until they ask for something.
    is_known = reader is not None or request.method == "POST"
    names = [one.coverage.story_id for one in told] if is_known else []
    asked = lessons.cast_by(
        issue, {name: _voter(who, issue.pk, name) for name in names}
    )
    context = context_of(request) | {
        "issue": issue,
        "address": address_of(issue),
        "stories": [(one, asked.get(one.coverage.story_id)) for one in told],
        "said": said,
        "offers": offers,
        "wish": request.POST.get("wish", ""),
        "action": request.path,
    }
    response = render(request, "subscribers/opinions.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def _count(
    story: ToldStory, voter: str, wish: str, now: datetime, *, is_public: bool
) -> str:
    """Do what a button asks, and say it."""
    title = story.item.title
    if wish == _BACK:
        lessons.take_vote_back(story.coverage, voter, now)
        return gettext("Taken back: nothing of yours counts for “%(title)s”.") % {
            "title": title
        }
    wants_more = _WISHES[wish]
    lessons.vote(
        story.coverage, voter, wants_more=wants_more, now=now, is_public=is_public
    )
    return _counted(title, wants_more=wants_more)


def _counted(title: str, *, wants_more: bool) -> str:
    more, less = (
        gettext("Counted: more like “%(title)s”."),
        gettext("Counted: less like “%(title)s”."),
    )
    return (more if wants_more else less) % {"title": title}


def _offers(
    issue: Issue, item: Item, reader: Subscriber | None, *, wants_more: bool
) -> list[Choice]:
    """The topics of a story that a reader has not yet asked to see more, or less, of."""
    if reader is None:
        return []
    section = next(one for one in issue.draft.sections if item in one.items)
    subjects = editions.about(issue)(section, item)
    asked = reader.first if wants_more else reader.less_of
    known = editions.choices(issue.newsletter)
    return [one for one in known if one.key in subjects and one.key not in asked]


def _lean(
    request: HttpRequest, issue: Issue, reader: Subscriber, now: datetime
) -> HttpResponse:
    """Have a topic come first, or less, in the letters of this reader alone."""
    key, wish = request.POST["topic"], request.POST.get("wish", "")
    known = {one.key: one.name for one in editions.choices(issue.newsletter)}
    if key not in known or wish not in _WISHES:
        text = gettext("Nothing was changed. Press one of the buttons.")
        heading = gettext("More or less?")
        return message(request, heading, text, status=HTTPStatus.BAD_REQUEST)
    leaned = choosing.lean(reader.pk, now, key, wants_more=_WISHES[wish])
    if leaned is None or _has_left(leaned):
        text = gettext("Nothing was saved: you are not on the list now.")
        return message(request, _LEFT, text)
    first, less = (
        gettext(
            "From the next issue on %(topic)s comes first in your letters. “Preferences” in"
            " any of them has all that you chose."
        ),
        gettext(
            "From the next issue on %(topic)s is told less in your letters. “Preferences” in"
            " any of them has all that you chose."
        ),
    )
    text = (first if _WISHES[wish] else less) % {"topic": known[key]}
    back = [(gettext("Back to the stories"), request.path)]
    return message(request, gettext("Saved"), text, ways=back)


def _has_left(reader: Subscriber) -> bool:
    return reader.status not in choosing.ON_THE_LIST


def _voter(who: str, issue_id: int, story_id: str) -> str:
    """The same for one who asks again about one story, and for no other story."""
    named = f"{who} {issue_id} {story_id}"
    return salted_hmac(Salt.VOTER, named, algorithm="sha256").hexdigest()
