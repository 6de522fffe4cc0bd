"""The desk: sessions at a glance, what may be done with them, and their logs read-only."""

import hashlib
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import (
    DecimalField,
    Exists,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
)
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.utils.http import quote_etag
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from agents.access.desk import ApiKeyAdmin
from agents.approval.people import MAY_DECIDE
from agents.desk import acts, fieldsets
from agents.desk import session as desk
from agents.desk.acts import Wish
from agents.desk.approval import ApprovalDesk
from agents.desk.arrivals import pages as _arrivals  # noqa: F401  they register themselves
from agents.desk.calls import pages as _calls  # noqa: F401
from agents.desk.calls import wanted as _wanted  # noqa: F401
from agents.desk.editing.pages import EditingDesk
from agents.desk.forms import BeginForm, RetryPolicyForm, WishForm
from agents.desk.graph.pages import GraphDesk
from agents.desk.interests.pages import InterestsDesk
from agents.desk.issues.pages import IssueDesk
from agents.desk.newsletter_form import NewsletterForm, thinness_of
from agents.desk.overview import look_live
from agents.desk.pages import flow_page, trends_page
from agents.desk.record import rows as _rows  # noqa: F401
from agents.desk.record.pages import RecordDesk
from agents.engine.sessions import awaiting_approval
from agents.engine.steering import NotPossible
from agents.models import (
    Agent,
    AgentEvent,
    AgentRun,
    ApiKey,
    Budget,
    Provider,
    RetryPolicy,
    Session,
)
from agents.workflows.table import UnknownWorkflow
from newsletter.admin import NewsletterAdmin, NotByHand
from newsletter.audit import Audited, changes, values_of
from newsletter.models import Issue, Newsletter, StoredInterests
from newsletter.research.ranking.learning import Example
from newsletter.standards.rubric import Rubric
from subscribers.preferences import sums

admin.site.site_header = admin.site.site_title = "Crux"
admin.site.index_title = "The desk"
admin.site.enable_nav_sidebar = False


WAITS = "Waits for a person"


class OutcomeFilter(admin.SimpleListFilter):
    """As the rows say it: a session that waits for a person is not under way."""

    title = parameter_name = "outcome"

    def lookups(self, *_: Any) -> list[tuple[str, Any]]:
        return [("waiting", WAITS), *Session.Status.choices]

    def queryset(self, _: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case None:
                return queryset
            case "waiting":
                return queryset.filter(is_asked=True)
            case status:
                return queryset.filter(status=status).exclude(
                    is_asked=True, status="open"
                )


@admin.register(Session)
class SessionAdmin(NotByHand, ApprovalDesk, EditingDesk, RecordDesk, GraphDesk):
    """A list to look over, and a page each that says what happened and what to do."""

    list_display = ["began", "outcome", "newsletter", "issue", "took", "cost"]
    list_filter = [OutcomeFilter, "newsletter", "sources", "is_dry_run"]
    list_select_related = ["newsletter"]
    list_per_page = 30
    search_fields = ["name", "reason"]
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        runs = AgentRun.objects.filter(session=OuterRef("pk")).values("session")
        issue = Issue.objects.filter(session_name=OuterRef("name"))
        spent = runs.values(total=Sum("dollars"))
        first = AgentEvent.objects.filter(session=OuterRef("pk"), seq=1)
        forked = first.filter(data__fork__isnull=False)
        sessions: QuerySet[Session] = super().get_queryset(request)
        asked: list[int] = []
        shown = request.resolver_match
        if shown and shown.url_name == "agents_session_changelist":
            sessions = sessions.exclude(workflow=Session.REQUEST)
            asked = [session.pk for session, _ in awaiting_approval()]
        return sessions.annotate(
            is_asked=Q(pk__in=asked),
            spent=Subquery(spent, output_field=DecimalField()),
            issue_id=Subquery(issue.values("pk")[:1]),
            subject=Subquery(issue.values("subject")[:1]),
            is_fork=Exists(forked),
        )

    @admin.display(description="began", ordering="created_at")
    def began(self, session: Session) -> str:
        return f"{session.created_at:%-d %b %Y, %H:%M}"

    @admin.display(ordering="status")
    def outcome(self, session: Any) -> SafeString:
        marks = (
            session.is_dry_run and "rehearsal",
            session.is_fork and "a fork",
            session.reason,
        )
        state, words = session.status, session.get_status_display()
        if session.status == Session.Status.OPEN:
            state = "waiting" if session.is_asked else "running"
            words = WAITS if session.is_asked else words
        return format_html(
            '<span class="outcome outcome-{}">{}</span> <span class="why">{}</span>',
            state,
            words,
            " ".join(filter(None, marks))[:160],
        )

    def issue(self, session: Any) -> SafeString | str:
        if session.issue_id is None:
            return "none"
        page = reverse("admin:newsletter_issue_change", args=[session.issue_id])
        return format_html('<a href="{}">{}</a>', page, session.subject)

    def took(self, session: Session) -> str:
        return desk.took(session) if session.ended_at else "…"

    @admin.display(ordering="spent")
    def cost(self, session: Any) -> str:
        return desk.dollars(session.spent or Decimal(0))

    # --- One session ------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        begin = self.admin_site.admin_view(require_POST(self.begin))
        steer = self.admin_site.admin_view(require_POST(self.steer))
        live = self.admin_site.admin_view(self.live)
        return [
            path("live/", live, name="agents_session_live"),
            path("flow/", self.admin_site.admin_view(flow_page), name="agents_flow"),
            path("begin/", begin, name="agents_session_begin"),
            path("<path:object_id>/steer/", steer, name="agents_session_steer"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        session = self._seen(request, object_id)
        try:
            told = desk.tell(session, request.GET.get("page"))
        except UnknownWorkflow as error:
            messages.error(request, f"{session.name} cannot be shown here: {error}")
            return redirect("admin:agents_session_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": session.name,
            "opts": self.opts,
            "session": session,
            "told": told,
            "may_steer": self._may_steer(request),
            "approval": told.approval,
            "may_decide": request.user.has_perm(MAY_DECIDE),
        }
        return TemplateResponse(request, "admin/agents/session/desk.html", context)

    def live(self, request: HttpRequest) -> HttpResponseBase:
        """What of the first page changes by itself; 304 as long as it has not.

        A page asks for it again and again: events sent by the server would each hold
        a thread of gunicorn for as long as somebody looks.
        """
        if not self.has_view_permission(request):
            raise PermissionDenied
        told = render_to_string("admin/_live.html", {"live": look_live()}, request)
        etag = quote_etag(hashlib.sha256(told.encode()).hexdigest()[:32])
        answer = HttpResponse(told, headers={"ETag": etag})
        return get_conditional_response(request, etag=etag, response=answer) or answer

    def begin(self, request: HttpRequest) -> HttpResponse:
        """Begin a session now, beside what the timetable begins."""
        if not self._may_steer(request):
            raise PermissionDenied
        form = BeginForm(request.POST)
        if not form.is_valid():
            messages.error(request, f"That was not understood: {form.errors.as_text()}")
            return redirect("admin:index")
        wanted = form.cleaned_data
        try:
            session, told = acts.begin(
                wanted["newsletter"],
                is_dry_run=wanted["is_dry_run"],
                by_steps=wanted["by_steps"],
                seen=wanted["seen"],
            )
        except NotPossible as error:
            messages.error(request, str(error))
            return redirect("admin:index")
        messages.success(request, told)
        self.log_addition(request, session, told)
        return redirect("admin:agents_session_change", session.pk)

    def steer(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Do what a button says, once the log is still as the operator saw it."""
        session = self._seen(request, object_id)
        if not self._may_steer(request):
            raise PermissionDenied
        form = WishForm(request.POST)
        if not form.is_valid():
            messages.error(request, f"That was not understood: {form.errors.as_text()}")
            return redirect("admin:agents_session_change", session.pk)
        try:
            wish = Wish(by=request.user.get_username(), **form.cleaned_data)
            session, told = acts.fulfil(session, wish)
        except (NotPossible, UnknownWorkflow) as error:
            messages.error(request, str(error))
        else:
            messages.success(request, told)
            self.log_change(request, session, f"{wish.act}: {told}")
        return redirect("admin:agents_session_change", session.pk)

    def _seen(self, request: HttpRequest, object_id: str) -> Session:
        session: Session | None = self.get_object(request, unquote(object_id))
        if not self.has_view_permission(request, session):
            raise PermissionDenied
        if session is None:
            raise Http404(f"There is no session {object_id!r}.")
        return session

    @staticmethod
    def _may_steer(request: HttpRequest) -> bool:
        """Looking takes the right to view, and buttons the right to change."""
        return request.user.has_perm("agents.change_session")


admin.site.unregister([Issue, Newsletter])
admin.site.register(Issue, IssueDesk)
admin.site.register(StoredInterests, InterestsDesk)
admin.site.register(ApiKey, ApiKeyAdmin)


class BudgetInline(admin.StackedInline):  # type: ignore[type-arg]
    model = Budget
    verbose_name = verbose_name_plural = "What it may cost"
    classes = ("collapse",)


@admin.register(Newsletter)
class NewsletterDesk(NewsletterAdmin):
    """A newsletter, with its rubric as fields and its budget beside it."""

    form = NewsletterForm
    inlines = (BudgetInline,)

    def get_form(
        self,
        request: HttpRequest,
        obj: Newsletter | None = None,
        change: bool = False,  # noqa: FBT001, FBT002  Django's
        **how: Any,
    ) -> Any:
        """Who may only look sees what is stored: there is nothing to choose."""
        if obj is not None and not self.has_change_permission(request, obj):
            how["form"] = ModelForm
        return super().get_form(request, obj, change, **how)

    def get_fieldsets(self, request: HttpRequest, obj: Newsletter | None = None) -> Any:
        """The least that one must fill in stands first, and alone where it is new."""
        if obj is not None and not self.has_change_permission(request, obj):
            return self.fieldsets
        stored = obj.rubric if obj and isinstance(obj.rubric, dict) else {}
        unknown = stored.keys() - Rubric.model_fields.keys()
        return fieldsets.of_newsletter(
            stored, is_new=obj is None, has_unknown=bool(unknown)
        )

    def save_formset(
        self,
        request: HttpRequest,
        form: Any,
        formset: Any,
        change: bool,  # noqa: FBT001  Django's
    ) -> None:
        """Put what the budget was and is in the history too."""
        budget = Budget.objects.filter(newsletter=form.instance)
        before = budget.first()
        super().save_formset(request, form, formset, change)
        after = budget.first()
        told = changes(
            values_of(before) if before else {}, values_of(after) if after else {}
        )
        if told:
            self.log_change(request, form.instance, f"Budget: {told}")

    def readers_want_less(self, newsletter: Newsletter) -> Mapping[str, int]:
        return sums.less_of(newsletter)

    def learned_besides(self, newsletter: Newsletter) -> list[Example]:
        """The same as `search_sources` learns from."""
        return sums.unwanted(newsletter)

    def save_model(
        self,
        request: HttpRequest,
        obj: Newsletter,
        form: Any,
        change: bool,  # noqa: FBT001  Django's
    ) -> None:
        """Say so where its profile gives a story next to nothing to be near to."""
        super().save_model(request, obj, form, change)
        if fault := thinness_of(obj):
            self.message_user(request, fault, messages.WARNING)

    def response_add(self, request: HttpRequest, obj: Newsletter, *rest: Any) -> Any:
        """Say what comes first."""
        told = "Next: give it outlets, under “Outlets”, then look at a rehearsal."
        if obj.shared_outlets:
            told = (
                "Next: look at a rehearsal. It asks the shared outlets, and those of its "
                "own that you add under “Outlets”."
            )
        self.message_user(request, told)
        return redirect("admin:newsletter_newsletter_change", obj.pk)

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(trends_page)
        own = path("<int:pk>/trends/", page, name="newsletter_trends")
        return [own, *super().get_urls()]


@admin.register(Agent)
class AgentAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    """The ids under which an agent stands on the platform may be set by hand."""

    list_display = ["slug", "remote_id", "remote_version", "is_active"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Its runs stay; it is switched off instead."""
        return False


@admin.register(Budget)
class BudgetAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["newsletter", "session_dollars", "month_dollars"]
    list_select_related = ["newsletter"]


@admin.register(RetryPolicy)
class RetryPolicyAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    form = RetryPolicyForm
    list_display = ["step", "attempts", "first_wait_seconds", "multiplier", "losses"]


@admin.register(Provider)
class ProviderAdmin(Audited, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["name", "at_once"]
