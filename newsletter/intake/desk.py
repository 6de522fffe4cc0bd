"""The desk's pages of stories: the queue by state, one story's history, acts on many."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from newsletter import bulk
from newsletter.bulk import ActsOnMany
from newsletter.intake import flow, history, review
from newsletter.intake.review import ACTS, Wish
from newsletter.models import Coverage, Newsletter, Story, StoryKey, StoryPicture
from newsletter.research.enrichment import Step
from newsletter.research.lifecycle import State

MAY_CHANGE = "newsletter.change_story"
# What enrichment does from each step on.
STEPS = {
    Step.SCORE: "score: everything, from the beginning",
    Step.TEXT: "text: its page is read again, and what follows from it",
    Step.SUMMARY: "summary alone",
    Step.TAGS: "tags alone",
    Step.PICTURE: "picture alone",
}


class StoryDesk(ActsOnMany, admin.ModelAdmin):  # type: ignore[type-arg]
    """Beside a read-only ModelAdmin of stories: the queue, the page, and what may be done."""

    one, several = "story", "stories"
    list_display = ("story", "where", "since", "score", "told_by", "newsletter")
    list_filter = ("newsletter", "state", "kind", "must_have")
    list_select_related = ("newsletter",)
    list_per_page = 50
    search_fields = ("title", "url", "story_id")
    ordering = ("-state_since", "-pk")
    actions = tuple(ACTS)
    show_full_result_count = False
    change_list_template = "admin/newsletter/story/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Story]:
        rows: QuerySet[Story] = super().get_queryset(request)
        return rows.annotate(tellings_count=Count("tellings"))

    @admin.display(ordering="title")
    def story(self, row: Story) -> str:
        return row.title

    @admin.display(description="state", ordering="state")
    def where(self, row: Story) -> SafeString:
        must = " · must have" if row.must_have else ""
        again = ""
        if row.retry_after and row.retry_after > timezone.now():
            again = f" · retry scheduled for {row.retry_after:%-d %b, %H:%M} UTC"
        return format_html(
            '<span class="outcome story-{}">{}</span>{}{}',
            *(row.state, row.get_state_display(), must, again),
        )

    @admin.display(description="for", ordering="-state_since")
    def since(self, row: Story) -> str:
        return timesince(row.state_since, timezone.now(), depth=1)

    @admin.display(description="told by", ordering="tellings_count")
    def told_by(self, row: Any) -> str:
        number = row.tellings_count
        return f"{number} outlet{'' if number == 1 else 's'}"

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, above it how many stand where and for how long."""
        newsletter = request.GET.get("newsletter__id__exact", "")
        rows = Story.objects.all()
        if newsletter.isdecimal():
            rows = rows.filter(newsletter=int(newsletter))
        context = {
            **(extra_context or {}),
            "title": "Stories",
            "states": flow.states(rows) if request.method == "GET" else (),
            "of": newsletter if newsletter.isdecimal() else "",
        }
        shown: HttpResponse = super().changelist_view(request, context)
        return shown

    # --- One story --------------------------------------------------------------------

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """All that is known of it: who told it, what was found out, where it has been."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        rows = Story.objects.select_related("newsletter", "source", "picture")
        rows = rows.defer("picture__jpeg", "source__text")
        story = rows.filter(pk=object_id).first() if object_id.isdecimal() else None
        if story is None:
            raise Http404(f"There is no story {object_id!r}.")
        now = timezone.now()
        may_change = self.has_steer_permission(request)
        context = {
            **self.admin_site.each_context(request),
            "title": story.title,
            "opts": self.opts,
            "story": story,
            "now": now,
            "is_retried": bool(story.retry_after and story.retry_after > now),
            "tellings": story.tellings.all(),
            "steps": history.steps(story),
            "history": history.tell(story),
            "issues": history.issues(story),
            "same_as": _same_as(story),
            "acts": _offered(story) if may_change else (),
        }
        page = "admin/newsletter/story/story.html"
        return TemplateResponse(request, page, context)

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.flow)
        own = path("flow/", page, name="newsletter_story_flow")
        picture = path(
            "<int:story>/picture.jpg",
            self.admin_site.admin_view(self.picture),
            name="newsletter_story_picture",
        )
        return [own, picture, *super().get_urls()]

    def picture(self, request: HttpRequest, story: int) -> HttpResponse:
        """The picture that was kept of a story, for who may see the story."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        kept = StoryPicture.objects.filter(stories=story).first()
        if kept is None:
            raise Http404(f"No picture is kept of story {story}.")
        return HttpResponse(bytes(kept.jpeg), content_type="image/jpeg")

    def flow(self, request: HttpRequest) -> HttpResponse:
        """How stories get on: by state, by step, what stands still, what is tried again."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": "How stories get on",
            "flow": flow.look(timezone.now()),
        }
        return TemplateResponse(request, "admin/newsletter/story/flow.html", context)

    # --- Many stories -----------------------------------------------------------------

    def has_steer_permission(self, request: HttpRequest) -> bool:
        """Nobody edits a story's row, and who may change stories may act on them."""
        return bool(request.user.has_perm(MAY_CHANGE))

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Each act under its name, for who may."""
        if not self.has_steer_permission(request):
            return {}
        return {name: (_asked, name, f"{act.name}…") for name, act in ACTS.items()}

    def act_of(self, name: str) -> review.Act:
        return ACTS[name]

    def among(self, rows: QuerySet[Story], name: str) -> QuerySet[Story]:
        return ACTS[name].among(rows)

    def problem_with(self, name: str, said: str) -> str:
        is_missing = ACTS[name].is_asked_for and not said
        return "Write why: it stands in their history." if is_missing else ""

    def do(self, request: HttpRequest, name: str, rows: Sequence[int]) -> None:
        act, given, before = ACTS[name], request.POST, _states(rows)
        why = bulk.said(given)
        act.do(rows, Wish(request.user.get_username(), why[:300], _step(given)))
        bulk.note(request, Story, self.one, _told(act, why, before))

    def asks_too(self, request: HttpRequest, name: str) -> dict[str, Any]:
        steps = [(step.value, STEPS[step]) for step in Step]
        return {
            "is_required": ACTS[name].is_asked_for,
            "is_danger": name == "reject",
            "steps": steps if ACTS[name].asks_step else (),
            "step": _step(request.POST).value,
        }


def _asked(
    desk: StoryDesk, request: HttpRequest, queryset: QuerySet[Story]
) -> HttpResponse | None:
    return desk.ask_or_do(request, queryset, request.POST["action"])


def _step(given: QueryDict) -> Step:
    """The step that was chosen; the first where none was."""
    chosen = given.get("step", "")
    return Step(chosen) if chosen in set(Step) else Step.SCORE


def _offered(story: Story) -> list[tuple[str, str]]:
    """Name and label of the acts that would change it."""
    names = [name for name, act in ACTS.items() if story.state in act.states]
    names.remove("must_have" if story.must_have and "must_have" in names else "let_be")
    return [(name, ACTS[name].name) for name in names]


def _same_as(story: Story) -> Story | None:
    """Of a duplicate, the story that has its names, or that an issue told in its place."""
    if story.state != State.DUPLICATE:
        return None
    told = Coverage.objects.of(story.newsletter).filter(
        keys__key__in=story.keys.values("key")
    )
    keys = StoryKey.objects.filter(
        newsletter=story.newsletter_id,
        key__in=[story.story_id, *told.values_list("story_id", flat=True)],
    )
    row = keys.exclude(story=story).select_related("story").first()
    return row.story if row else None


def _states(stories: Sequence[int]) -> dict[int, str]:
    return dict(Story.objects.filter(pk__in=stories).values_list("pk", "state"))


def _told(act: review.Act, why: str, before: dict[int, str]) -> dict[int, str]:
    """For the audit log: the act, from which state to which, and why."""
    after, reason = _states([*before]), f". {why}" if why else ""

    def words(pk: int) -> str:
        moved = f": {before[pk]} → {after[pk]}" if before[pk] != after[pk] else ""
        return f"{act.name}{moved}{reason}"

    return {pk: words(pk) for pk in before}


def waiting_for_review() -> list[tuple[Newsletter, int]]:
    """The newsletters that have stories which a person is to decide on, and how many."""
    rows = review.waiting(Story.objects.all()).order_by("newsletter")
    counted = dict(rows.values_list("newsletter").annotate(Count("pk")))
    known = Newsletter.objects.in_bulk([*counted])
    return [(known[pk], number) for pk, number in counted.items()]
