"""The desk's pages of stories: the queue by state, one story's history, acts on many."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from newsletter.intake import flow, history, review
from newsletter.intake.review import ACTS, Wish
from newsletter.models import Newsletter, Story, StoryKey, StoryPicture
from newsletter.research.enrichment import Step
from newsletter.research.lifecycle import State

MAY_CHANGE = "newsletter.change_story"
# So many go in one transaction: intake waits for as long as it takes.
AT_A_TIME = 500
# What enrichment does from each step on.
STEPS = {
    Step.SCORE: "score: everything, from the beginning",
    Step.TEXT: "text: its page is read again, and what follows from it",
    Step.SUMMARY: "summary alone",
    Step.TAGS: "tags alone",
    Step.PICTURE: "picture alone",
}


class StoryDesk(admin.ModelAdmin):  # type: ignore[type-arg]
    """Beside a read-only ModelAdmin of stories: the queue, the page, and what may be done."""

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

    def ask_or_do(
        self, request: HttpRequest, queryset: QuerySet[Story], name: str
    ) -> HttpResponse | None:
        """Ask on a page of its own, which counts; once sure, act and write it down."""
        act, given = ACTS[name], request.POST
        said = " ".join(given.get("said", "").split())
        able = act.among(queryset)
        stories = list(able.order_by("pk").values_list("pk", flat=True))
        problem = ""
        if given.get("sure") == "yes":
            if act.is_asked_for and not said:
                problem = "Write why: it stands in their history."
            elif given.get("total") != str(len(stories)):
                problem = f"It was {given.get('total')} stories when you were asked."
        if given.get("sure") != "yes" or problem:
            return self._ask(request, queryset, name, problem)
        wish = Wish(request.user.get_username(), said[:300], _step(given))
        for start in range(0, len(stories), AT_A_TIME):
            with transaction.atomic():
                some = stories[start : start + AT_A_TIME]
                before = _states(some)
                act.do(some, wish)
                _note(request, before, act, said)
        messages.success(request, f"{act.name}: done for {len(stories)}.")
        if given.get("back") == "story" and len(stories) == 1:
            return redirect("admin:newsletter_story_change", stories[0])
        return None

    def _ask(
        self, request: HttpRequest, queryset: QuerySet[Story], name: str, problem: str
    ) -> HttpResponse:
        act, given = ACTS[name], request.POST
        able, chosen = act.among(queryset), given.getlist("_selected_action")
        is_all, leave = given.get("select_across") == "1", request.get_full_path()
        if given.get("back"):
            leave = reverse("admin:newsletter_story_change", args=chosen[:1])
        total, all_of = able.count(), able.order_by("newsletter__title")
        context = {
            **self.admin_site.each_context(request),
            "title": f"{act.name}: are you sure?",
            "opts": self.opts,
            "act": act,
            "problem": problem,
            "said": given.get("said", ""),
            "back": given.get("back", ""),
            "action": name,
            # All of a search are chosen by saying so, however many they are.
            "is_all": is_all,
            "chosen": chosen[: 1 if is_all else None],
            "total": total,
            "left": queryset.count() - total,
            "noun": "story" if total == 1 else "stories",
            "is_required": act.is_asked_for,
            "is_danger": name == "reject",
            "steps": [(step.value, STEPS[step]) for step in Step]
            if act.asks_step
            else (),
            "step": _step(given).value,
            "page": request.get_full_path(),
            "leave": leave,
            "counts": all_of.values_list("newsletter__title").annotate(Count("pk")),
        }
        return TemplateResponse(request, "admin/newsletter/story/sure.html", context)


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
    """Of a duplicate, the story that has its names."""
    if story.state != State.DUPLICATE:
        return None
    keys = StoryKey.objects.filter(newsletter=story.newsletter_id, key=story.story_id)
    row = keys.exclude(story=story).select_related("story").first()
    return row.story if row else None


def _states(stories: Sequence[int]) -> dict[int, str]:
    return dict(Story.objects.filter(pk__in=stories).values_list("pk", "state"))


def _note(
    request: HttpRequest, before: dict[int, str], act: review.Act, said: str
) -> None:
    """Put it into the audit log: the act, from which state to which, and why."""
    after, kind = _states([*before]), ContentType.objects.get_for_model(Story)
    why = f". {said}" if said else ""

    def words(pk: int) -> str:
        moved = before[pk] != after[pk]
        return f"{act.name}{f': {before[pk]} → {after[pk]}' if moved else ''}{why}"

    LogEntry.objects.bulk_create(
        LogEntry(
            user_id=request.user.pk,  # type: ignore[misc]  # nobody else comes here
            content_type=kind,
            object_id=str(pk),
            object_repr=f"story {pk}",
            action_flag=CHANGE,
            change_message=words(pk),
        )
        for pk in before
    )


def waiting_for_review() -> list[tuple[Newsletter, int]]:
    """The newsletters that have stories which a person is to decide on, and how many."""
    rows = review.waiting(Story.objects.all()).order_by("newsletter")
    counted = dict(rows.values_list("newsletter").annotate(Count("pk")))
    known = Newsletter.objects.in_bulk([*counted])
    return [(known[pk], number) for pk, number in counted.items()]
