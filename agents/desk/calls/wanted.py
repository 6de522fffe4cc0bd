"""Requests for approval that conversations made, on the desk: decided once, by a person."""

from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from agents.approval import people
from agents.conversations import history
from agents.desk import approval
from agents.desk.approval import Waits
from agents.desk.forms import AnswerForm
from agents.engine.steering import Decision, NotPossible
from agents.events.approval import Via
from agents.models import ApprovalRequest, Message
from agents.workflows.table import UnknownWorkflow
from newsletter.admin import NotByHand

Status = ApprovalRequest.Status
MAY_ANSWER = "agents.change_approvalrequest"
# What the approval of a draft that waits would come to.
_SENDS = frozenset({"send", "publish"})
_TOLD = {
    Status.REFUSED: "An operator refused to {act}: “{words}”. Nothing was done.",
    Status.GRANTED: "An operator granted to {act}: “{words}”. It is done by hand.",
}
_SENT = "An operator granted to {act}: “{words}”. The issue that waited goes out."


@dataclass(frozen=True, slots=True)
class Verdict:
    """A person's yes or no; with `draft` the yes is to the draft of that sha256 too."""

    is_yes: bool
    by: str
    why: str = ""
    draft: str = ""


def offered(row: ApprovalRequest) -> Waits | None:
    """The draft that a yes may send: the only one of its newsletter that waits."""
    if row.status != Status.WAITING or row.act not in _SENDS:
        return None
    newsletter = row.conversation.newsletter_id
    found = [
        one for one in approval.waiting() if one.session.newsletter_id == newsletter
    ]
    return found[0] if len(found) == 1 else None


@transaction.atomic
def answer(row: ApprovalRequest, verdict: Verdict) -> str:
    """Decide a request, tell its conversation, do what was agreed to; told in words.

    The first decision is the one. Raises NotPossible, with nothing changed: somebody was
    faster, or the draft that was shown waits no more.
    """
    waits = offered(row) if verdict.is_yes and verdict.draft else None
    if verdict.draft and (waits is None or waits.draft != verdict.draft):
        raise NotPossible("The draft that you were shown waits no more: look again.")
    status = Status.GRANTED if verdict.is_yes else Status.REFUSED
    mine = ApprovalRequest.objects.filter(pk=row.pk, status=Status.WAITING)
    decided = mine.update(
        status=status,
        decided_at=timezone.now(),
        decided_by=verdict.by,
        why=verdict.why,
    )
    row.refresh_from_db()
    if not decided:
        raise NotPossible(f"{row.decided_by} decided already: {row.status}.")
    told = (_SENT if waits else _TOLD[status]).format(act=row.act, words=row.words)
    if verdict.why:
        told += f" Why: {verdict.why}"
    history.say(row.conversation, Message.Role.SYSTEM, told)
    if waits is None:
        by_hand = "Granted. Nothing was done by it: do it by the desk's own buttons."
        return by_hand if verdict.is_yes else "Refused. The conversation was told."
    by = people.named(verdict.by)
    return approval.settle(
        waits.session,
        Decision(is_yes=True, draft=waits.draft, by=by, via=Via.DESK, why=verdict.why),
    )


@admin.register(ApprovalRequest)
class ApprovalRequestAdmin(NotByHand, admin.ModelAdmin):  # type: ignore[type-arg]
    """What conversations asked for that changes something outside.

    A yes sends the draft that waits, if that button is pressed; what else was asked for
    is done by who grants it, by the desk's own buttons.
    """

    list_display = ["created_at", "act", "words", "status", "decided_by", "decided_at"]
    list_filter = ["status", "act"]
    fields = [
        "created_at", "act", "words", "conversation", "status", "decided_by",
        "decided_at", "why",
    ]  # fmt: skip
    actions = ["grant", "refuse"]
    change_form_template = "admin/agents/approvalrequest.html"

    @admin.action(description="Grant (and do it by the desk's own buttons)")
    def grant(self, request: HttpRequest, queryset: QuerySet[ApprovalRequest]) -> None:
        self._answer(request, queryset, is_yes=True)

    @admin.action(description="Refuse")
    def refuse(self, request: HttpRequest, queryset: QuerySet[ApprovalRequest]) -> None:
        self._answer(request, queryset, is_yes=False)

    def _answer(
        self,
        request: HttpRequest,
        queryset: QuerySet[ApprovalRequest],
        *,
        is_yes: bool,
    ) -> None:
        if not request.user.has_perm(MAY_ANSWER):
            messages.error(request, "You may look at these, not decide them.")
            return
        by = request.user.get_username()
        for row in queryset.select_related("conversation"):
            self._one(request, row, Verdict(is_yes=is_yes, by=by))

    def _one(
        self, request: HttpRequest, row: ApprovalRequest, verdict: Verdict
    ) -> None:
        try:
            told = answer(row, verdict)
        except (NotPossible, UnknownWorkflow) as error:
            messages.error(request, str(error))
            return
        messages.success(request, told)
        changed = f"status: waiting → {row.status}"
        self.log_change(request, row, f"{changed}. {verdict.why}".rstrip(". "))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The buttons, and the draft that a yes would send."""
        row = self.get_object(request, object_id)
        may_send = request.user.has_perm(people.MAY_DECIDE)
        more = {
            **(extra_context or {}),
            "may_answer": request.user.has_perm(MAY_ANSWER),
            "draft": offered(row) if row and may_send else None,
        }
        return super().change_view(request, object_id, form_url, more)

    def get_urls(self) -> list[URLPattern]:
        own = self.admin_site.admin_view(require_POST(self.decide))
        name = "agents_approvalrequest_decide"
        return [path("<int:pk>/decide/", own, name=name), *super().get_urls()]

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Do what the button says."""
        rows = ApprovalRequest.objects.select_related("conversation")
        row = get_object_or_404(rows, pk=pk)
        form = AnswerForm(request.POST)
        if not request.user.has_perm(MAY_ANSWER):
            raise PermissionDenied
        if not form.is_valid():
            messages.error(request, f"That was not understood: {form.errors.as_text()}")
            return redirect(page_of(row))
        wanted = form.cleaned_data
        sends = wanted["act"] == "send"
        if sends and not request.user.has_perm(people.MAY_DECIDE):
            raise PermissionDenied
        verdict = Verdict(
            is_yes=wanted["act"] != "refuse",
            by=request.user.get_username(),
            why=wanted["why"],
            draft=wanted["draft"] if sends else "",
        )
        self._one(request, row, verdict)
        return redirect(page_of(row))


def page_of(row: ApprovalRequest) -> str:
    """Where it is decided."""
    return f"{reverse('admin:agents_approvalrequest_change', args=[row.pk])}#decide"
