"""The page on which an operator edits a verified draft, and its live preview.

It is whole without a script: Preview and Check are buttons. What is saved is verified by
the next worker; who saves second is shown the first one's draft beside their own.
"""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from agents.desk.acts import none_begun, seen_in
from agents.desk.drafts import Line, Objection
from agents.desk.editing import checking, edits
from agents.desk.editing.edits import Edit, Overtaken
from agents.engine import log
from agents.engine.steering import NotPossible
from agents.events.drafts import DraftWritten
from agents.models import Session
from agents.workflows.state import State
from agents.workflows.table import UnknownWorkflow

_TEMPLATE = "admin/agents/session/edit.html"


class DraftForm(forms.Form):
    """A draft as an operator writes it; `began_with` names the one they began with."""

    began_with = forms.CharField(max_length=64, widget=forms.HiddenInput)
    subject = forms.CharField(label="Subject", max_length=200)
    preheader = forms.CharField(label="Preheader", max_length=200, required=False)
    markdown = forms.CharField(
        label="Draft (Markdown)",
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 30, "spellcheck": "true"}),
    )
    why = forms.CharField(
        label="Why (kept in the log, which is public)", max_length=300, required=False
    )

    def draft(self, before: DraftWritten) -> DraftWritten:
        """What was written, as a draft."""
        given = self.cleaned_data
        return checking.written(
            before,
            subject=given["subject"],
            preheader=given["preheader"],
            markdown=given["markdown"],
        )


@dataclass(slots=True)
class _Shown:
    """What the page shows beside the editor."""

    preview: str = ""
    lines: tuple[Line, ...] = ()
    others: tuple[Objection, ...] = ()
    is_checked: bool = False
    theirs: DraftWritten | None = None

    def hold(
        self, session: Session, draft: DraftWritten, held: list[Objection]
    ) -> None:
        """Show what is held against a draft, beside its lines."""
        self.lines, self.others = checking.beside(session, draft, held)
        self.is_checked = True

    @property
    def is_held(self) -> bool:
        return bool(self.others) or any(line.objections for line in self.lines)


class EditingDesk(admin.ModelAdmin):  # type: ignore[type-arg]
    """The pages of editing, for the desk of sessions."""

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        live = guarded(require_POST(self.preview))
        return [
            path("<int:pk>/edit/", guarded(self.edit), name="agents_session_edit"),
            path("<int:pk>/edit/preview/", live, name="agents_session_preview"),
            *super().get_urls(),
        ]

    def preview(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What is written so far, as readers would see it: for the script alone."""
        session, state = self._steered(request, pk)
        form = DraftForm(request.POST)
        if not form.is_valid():
            return HttpResponse("", status=400)
        draft = form.draft(edits.present(state))
        return HttpResponse(checking.preview(session, draft))

    def edit(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Read and change the draft; what its button says is done."""
        session, state = self._steered(request, pk)
        if request.POST.get("do") == "open":
            return self._open(request, session)
        if not state.present_draft:
            messages.error(request, "No draft is written yet.")
            return redirect("admin:agents_session_change", pk)
        if request.POST.get("do") == "revert":
            return self._revert(request, session)
        if request.method == "POST":
            return self._written(request, session, state)
        now, shown = edits.present(state), _Shown()
        if state.edit_failed:
            shown.hold(session, now, checking.verdict(session))
        return self._page(request, session, state, _form(now), shown)

    def _written(
        self, request: HttpRequest, session: Session, state: State
    ) -> HttpResponse:
        """Look at what was written, or save it."""
        now, shown, form = edits.present(state), _Shown(), DraftForm(request.POST)
        if not form.is_valid():
            return self._page(request, session, state, form, shown)
        draft, wish = form.draft(now), request.POST.get("do")
        if wish == "save":
            try:
                self._save(request, session, form, draft)
            except Overtaken as error:
                messages.error(request, str(error))
                shown.theirs = now
                form = _form(draft, began_with=edits.name_of(now), why=form["why"])
            except NotPossible as error:
                messages.error(request, str(error))
            else:
                return redirect("admin:agents_session_change", session.pk)
        if wish == "check":
            shown.hold(session, draft, checking.check(session, draft))
        shown.preview = checking.preview(session, draft)
        return self._page(request, session, state, form, shown)

    def _save(
        self,
        request: HttpRequest,
        session: Session,
        form: DraftForm,
        draft: DraftWritten,
    ) -> None:
        given, by = form.cleaned_data, request.user.get_username()
        edits.edit(session, Edit(draft, given["began_with"], by, given["why"]))
        self.log_change(request, session, "Edited the draft.")
        held = session.status == Session.Status.PAUSED
        after = "once you let the session go on" if held else "by the next free worker"
        messages.success(request, f"Saved. It is verified {after}.")

    def _revert(self, request: HttpRequest, session: Session) -> HttpResponse:
        """Put the draft back that passed verification last."""
        kept, by = edits.certified(session), request.user.get_username()
        began = request.POST.get("began_with", "")
        try:
            if kept is None:
                raise NotPossible("No draft of this session has passed verification.")
            edits.edit(session, Edit(kept, began, by, "Back to the certified draft."))
        except NotPossible as error:
            messages.error(request, str(error))
            return redirect("admin:agents_session_edit", session.pk)
        self.log_change(request, session, "Went back to the certified draft.")
        messages.success(request, "The certified draft stands again; it is verified.")
        return redirect("admin:agents_session_change", session.pk)

    def _open(self, request: HttpRequest, session: Session) -> HttpResponse:
        by, seen = request.user.get_username(), seen_in(request.POST.get("seen", ""))
        try:
            with none_begun(session.newsletter, seen):
                opened = edits.open_rehearsal(session, by=by)
        except NotPossible as error:
            messages.error(request, str(error))
            return redirect("admin:agents_session_change", session.pk)
        messages.success(request, "Opened: nothing goes out before you let it go on.")
        return redirect("admin:agents_session_edit", opened.pk)

    def _page(
        self,
        request: HttpRequest,
        session: Session,
        state: State,
        form: DraftForm,
        shown: _Shown,
    ) -> HttpResponse:
        is_rehearsal = session.is_dry_run and session.status == session.Status.FINISHED
        context = {
            **self.admin_site.each_context(request),
            "title": "Edit the draft",
            "opts": self.opts,
            "session": session,
            "state": state,
            "form": form,
            "shown": shown,
            "obstacle": edits.obstacle(session, state),
            "is_rehearsal": is_rehearsal and state.workflow.takes_edits,
        }
        return TemplateResponse(request, _TEMPLATE, context)

    def _steered(self, request: HttpRequest, pk: int) -> tuple[Session, State]:
        if not request.user.has_perm("agents.change_session"):
            raise PermissionDenied
        sessions = Session.objects.select_related("newsletter")
        session: Session = get_object_or_404(sessions, pk=pk)
        try:
            return session, log.state(session)
        except UnknownWorkflow as error:
            raise PermissionDenied(str(error)) from error


def _form(draft: DraftWritten, **more: Any) -> DraftForm:
    began_with = more.pop("began_with", edits.name_of(draft))
    shown = {
        "subject": draft.subject,
        "preheader": draft.preheader,
        "markdown": draft.markdown,
        "began_with": began_with,
    }
    if why := more.pop("why", None):
        shown["why"] = why.value()
    return DraftForm(initial=shown)
