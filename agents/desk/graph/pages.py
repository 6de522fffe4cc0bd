"""What went into a step and what came out of it, and playing on from it with a change."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from agents.desk.acts import none_begun, seen_in
from agents.desk.record.lines import LogLine, line_of
from agents.engine.again import forking
from agents.engine.steering import NotPossible
from agents.events.schema import Kind
from agents.models import AgentEvent, Session
from agents.workflows.declaration import Back, Step, Workflow
from agents.workflows.table import workflow_of

_MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class Passage:
    """What went into a step, what its tools answered, and what came out, oldest first."""

    given: tuple[LogLine, ...]
    tools: tuple[LogLine, ...]
    came: tuple[LogLine, ...]


def passage(session: Session, workflow: Workflow, step: Step, part: int) -> Passage:
    """The lines of a session's log that a step, or a part of it, read and wrote."""
    origins = [workflow.by_name[name] for name in workflow.leads_to.get(step.name, ())]
    given = {str(kind) for one in origins for kind in one.then}
    given |= {
        str(kind)
        for one in workflow.steps
        for kind, target in one.then.items()
        if isinstance(target, Back) and target.step == step.name
    }
    if not origins:
        given.add(str(Kind.SESSION_STARTED))
    came = [str(kind) for kind in step.then]
    trouble = (Kind.STEP_FAILED, Kind.STEP_LOST, Kind.PLACEHOLDER_INSERTED)
    of_step = session.events.filter(data__step=step.name)
    return Passage(
        given=_told(session.events.of_kind(*given), 0),
        tools=_told(of_step.of_kind(Kind.TOOL_CALLED), part),
        came=_told(session.events.of_kind(*came) | of_step.of_kind(*trouble), part),
    )


def _told(events: QuerySet[AgentEvent], part: int) -> tuple[LogLine, ...]:
    ordered = events.order_by("seq")[:_MOST_LINES]
    return tuple(line_of(one) for one in ordered if _is_of(one, part))


def _is_of(event: AgentEvent, part: int) -> bool:
    """Whether a line is of this part: all are where no part is asked for."""
    if not part:
        return True
    if "part" in event.data:
        return bool(event.data["part"] == part)
    return str(event.data.get("key", "")).endswith(f".{part}")


class GraphDesk(admin.ModelAdmin):  # type: ignore[type-arg]
    """A page for each step of a session, for the desk of sessions."""

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path(
                "<int:pk>/step/<slug:step>/",
                guarded(self.step),
                name="agents_session_step",
            ),
            path(
                "<int:pk>/fork/<slug:step>/",
                guarded(self.fork),
                name="agents_session_fork",
            ),
            *super().get_urls(),
        ]

    def step(self, request: HttpRequest, pk: int, step: str) -> HttpResponse:
        """What went into a step, or one part of it (`?part=3`), and what came out."""
        session, found = self._step(request, pk, step)
        workflow = workflow_of(session.workflow, session.version)
        number = request.GET.get("part", "")
        part = int(number) if number.isdecimal() and len(number) < 4 else 0
        may_fork = session.is_over and request.user.has_perm("agents.change_session")
        context = {
            **self.admin_site.each_context(request),
            "title": found.name.replace("_", " "),
            "opts": self.opts,
            "session": session,
            "step": found,
            "part": part,
            "passage": passage(session, workflow, found, part),
            "changeable": forking.changeable(workflow, step) if may_fork else (),
        }
        return TemplateResponse(request, "admin/agents/session/step.html", context)

    def fork(self, request: HttpRequest, pk: int, step: str) -> HttpResponse:
        """Change what led to a step, and play the session on from there as a fork."""
        session, found = self._step(request, pk, step)
        if not request.user.has_perm("agents.change_session"):
            raise PermissionDenied
        workflow = workflow_of(session.workflow, session.version)
        said = request.POST.get("events") or _as_file(
            session, forking.changeable(workflow, step)
        )
        if request.method == "POST":
            by, seen = (
                request.user.get_username(),
                seen_in(request.POST.get("seen", "")),
            )
            try:
                with none_begun(session.newsletter, seen):
                    made = forking.fork(session, step, forking.read(said), by=by)
            except NotPossible as error:
                messages.error(request, str(error))
            else:
                told = f"Forked from {session.name} at {step}."
                self.log_addition(request, made, told)
                then = (
                    "It is a rehearsal: nothing is published or sent."
                    if made.is_dry_run
                    else "It asks before it delivers."
                )
                messages.success(request, f"{told} {then}")
                return redirect("admin:agents_session_change", made.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Fork from {found.name.replace('_', ' ')}",
            "opts": self.opts,
            "session": session,
            "step": found,
            "events": said,
        }
        return TemplateResponse(request, "admin/agents/session/fork.html", context)

    def _step(self, request: HttpRequest, pk: int, name: str) -> tuple[Session, Step]:
        if not request.user.has_perm("agents.view_session"):
            raise PermissionDenied
        sessions = Session.objects.select_related("newsletter")
        session: Session = get_object_or_404(sessions, pk=pk)
        workflow = workflow_of(session.workflow, session.version)
        if name not in workflow.by_name:
            raise Http404(f"{workflow.name} has no step {name!r}.")
        return session, workflow.by_name[name]


def _as_file(session: Session, kinds: Iterable[str]) -> str:
    """The newest events of these kinds, as a fork would be given them."""
    newest = (session.events.of_kind(kind).order_by("-seq").first() for kind in kinds)
    events = [{"event_type": one.event_type, "data": one.data} for one in newest if one]
    return json.dumps(events, indent=2, ensure_ascii=False) if events else ""
