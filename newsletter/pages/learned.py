"""The desk's page of what a newsletter learned: marks, and forgetting once one is sure."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils import timezone

from newsletter.issues import lessons
from newsletter.models import (
    Coverage,
    Forgetting,
    Issue,
    Lesson,
    Newsletter,
    StoryVote,
)
from newsletter.research.ranking.learning import Example, Learned

MOST_TERMS = 30
# What weighs less moves no story by a place.
LEAST_WEIGHT = 0.05
# Of what readers ask for, so many stories stand there, what weighs most first.
MOST_STORIES = 40
# What the record says of votes, by the button.
_VOTES = {
    "set_aside": "Set aside what readers asked for of “{}”.",
    "count_again": "Counts what readers asked for of “{}” again.",
}
# The stories of so many issues stand there to be marked.
_ISSUES = 4


class LearnedDesk:
    """Beside the ModelAdmin of newsletters."""

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.learned)  # type: ignore[attr-defined]
        own = path("<int:pk>/learned/", page, name="newsletter_learned")
        return [own, *super().get_urls()]  # type: ignore[misc]

    def readers_want_less(self, newsletter: Newsletter) -> Mapping[str, int]:
        """The topics of which readers want less in their preferences, and how many do."""
        return {}

    def learned_besides(self, newsletter: Newsletter) -> list[Example]:
        """What the next session learns from beside its lessons."""
        return []

    def learned(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What it learned, in words and weights; marks, and one way to forget."""
        newsletter = get_object_or_404(Newsletter, pk=pk)
        if not self.has_change_permission(request, newsletter):  # type: ignore[attr-defined]
            raise PermissionDenied
        given, tomorrow = request.POST, timezone.localdate() + timedelta(days=1)
        asks = bool(given.get("forget")) and given.get("sure") != "yes"
        if request.method == "POST" and not asks:
            if told := _taught(request, newsletter):
                self.log_change(request, newsletter, told)  # type: ignore[attr-defined]
                messages.success(request, told)
            else:
                messages.warning(request, "That mark was taken back already.")
            return redirect("admin:newsletter_learned", pk)
        besides = self.learned_besides(newsletter)
        context = {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "title": f"What {newsletter} learned",
            "newsletter": newsletter,
            **_weights(lessons.learned(newsletter, tomorrow, besides)),
            **_learned_from(newsletter, tomorrow),
            "less": self.readers_want_less(newsletter).items(),
            "forgettings": newsletter.forgettings.all(),
        }
        page = "forget" if asks else "learned"
        return render(request, f"admin/newsletter/{page}.html", context)


def _weights(taste: Learned) -> dict[str, Any]:
    """The strongest terms as they are written."""
    wanted, unwanted = (
        [
            (taste.written(term), weight)
            for term, weight in side
            if abs(weight) >= LEAST_WEIGHT
        ]
        for side in taste.strongest(MOST_TERMS)
    )
    return {"wanted": wanted, "unwanted": unwanted, "sha256": taste.sha256}


def _learned_from(newsletter: Newsletter, on: date) -> dict[str, Any]:
    """The lessons that count, by their origin; the marks, and what may be marked."""
    counting = lessons.counting(newsletter, on)
    counted = Counter((one.origin, one.is_wanted) for one in counting)
    marks = [one for one in counting if one.origin == Lesson.Origin.OPERATOR]
    marked = {one.story_id: one.is_wanted for one in marks}
    shown = newsletter.issues.filter(status=Issue.Status.PUBLISHED)
    told = Coverage.objects.filter(issue__in=shown.order_by("-published_at")[:_ISSUES])
    return {
        "counted": [
            (number, Lesson.Origin(origin).label.lower(), is_wanted)
            for (origin, is_wanted), number in sorted(counted.items())
        ],
        "total": len(counting),
        "marks": marks,
        "readers": _readers(newsletter, on),
        "told": [
            (one, marked.get(one.story_id)) for one in told.select_related("issue")
        ],
    }


def _readers(newsletter: Newsletter, on: date) -> list[tuple[Lesson, int, int, int]]:
    """Each story that readers ask for more or less of: how many each, and from pages."""
    found = lessons.of_readers(newsletter, on)[:MOST_STORIES]
    votes = StoryVote.objects.filter(
        issue__newsletter=newsletter, story_id__in={one.story_id for one in found}
    )
    more, less, public = Counter[str](), Counter[str](), Counter[str]()
    for story, wants_more, is_public in votes.values_list(
        "story_id", "wants_more", "is_public"
    ):
        (more if wants_more else less)[story] += 1
        public[story] += is_public
    return [
        (one, more[one.story_id], less[one.story_id], public[one.story_id])
        for one in found
    ]


def _taught(request: HttpRequest, newsletter: Newsletter) -> str:
    """Do what a button of the page asks, and say it for the record; "" was done before."""
    given = request.POST
    if given.get("forget"):
        Forgetting.objects.create(newsletter=newsletter, by=request.user.get_username())
        return "Forgot what it had learned."
    if marked := given.get("take_back"):
        marks = newsletter.lessons.filter(origin=Lesson.Origin.OPERATOR)
        if (lesson := marks.filter(pk=_number(marked)).first()) is None:
            return ""
        lessons.take_back(newsletter, lesson.story_id)
        return f"Took back the mark of “{lesson.title}”."
    for name, words in _VOTES.items():
        if voted := given.get(name):
            lesson = get_object_or_404(
                newsletter.lessons, pk=_number(voted), origin=Lesson.Origin.READERS
            )
            lessons.set_aside(lesson, is_set_aside=name == "set_aside")
            return words.format(lesson.title)
    stories = Coverage.objects.filter(issue__newsletter=newsletter)
    story = get_object_or_404(stories, pk=_number(given.get("story", "")))
    if (wish := given.get("wish")) not in ("more", "less"):
        raise Http404
    wants_more = wish == "more"
    lessons.mark(story, wants_more=wants_more, on=timezone.localdate())
    return f"Wants {'more' if wants_more else 'less'} like “{story.title}”."


_MOST_DIGITS = 18


def _number(written: str) -> int:
    """The number of a row as a button gives it; any other text leads to none."""
    if not written.isdecimal() or len(written) > _MOST_DIGITS:
        raise Http404
    return int(written)
