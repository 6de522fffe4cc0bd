"""Pages of one session's record: a line of its log in full, and its drafts."""

import json
from collections.abc import Iterable

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from agents.desk.drafts import rounds
from agents.desk.record import lines
from agents.events.reading import details_of, untold
from agents.events.schema import Kind
from agents.models import AgentEvent, Session


class RecordDesk(admin.ModelAdmin):  # type: ignore[type-arg]
    """The pages of a session's record, for the desk of sessions."""

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        return [
            path(
                "<int:pk>/event/<int:seq>/",
                guarded(self.event),
                name="agents_session_event",
            ),
            path(
                "<int:pk>/drafts/", guarded(self.drafts), name="agents_session_drafts"
            ),
            *super().get_urls(),
        ]

    def event(self, request: HttpRequest, pk: int, seq: int) -> HttpResponse:
        """One line of the log: what it says, why, and the data as it was written."""
        session = self._looked_at(request, pk)
        event = get_object_or_404(session.events, seq=seq)
        context = {
            **self.admin_site.each_context(request),
            "title": f"Line {seq}",
            "opts": self.opts,
            "session": session,
            "event": event,
            "line": lines.line_of(event),
            "details": (
                *details_of(event.event_type, event.data),
                *_left_out(session, event),
            ),
            "page": lines.page_with(seq),
            "data": json.dumps(event.data, indent=2, ensure_ascii=False),
            "before": seq - 1,
            "after": seq + 1 if seq < session.last_seq else None,
        }
        return TemplateResponse(request, "admin/agents/session/event.html", context)

    def drafts(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Each draft beside the one before it, with what was held against it."""
        session = self._looked_at(request, pk)
        context = {
            **self.admin_site.each_context(request),
            "title": "Drafts side by side",
            "opts": self.opts,
            "session": session,
            "rounds": rounds(session),
        }
        return TemplateResponse(request, "admin/agents/session/drafts.html", context)

    def _looked_at(self, request: HttpRequest, pk: int) -> Session:
        if not request.user.has_perm("agents.view_session"):
            raise PermissionDenied
        sessions = Session.objects.select_related("newsletter")
        found: Session = get_object_or_404(sessions, pk=pk)
        return found


def _left_out(session: Session, event: AgentEvent) -> Iterable[str]:
    """Of drafted sections, the stories that were chosen for them and are in none."""
    if event.event_type != Kind.SECTIONS_DRAFTED:
        return ()
    before = session.events.filter(seq__lt=event.seq).order_by("-seq")
    selected = before.filter(event_type=Kind.SECTIONS_SELECTED).first()
    read = before.filter(event_type=Kind.ARTICLES_DOWNLOADED).first()
    return untold(event.data, selected.data, read.data) if selected and read else ()
