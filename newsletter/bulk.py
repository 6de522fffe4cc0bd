"""Bulk actions of the desk: asked on a page of its own, which counts; then done and noted.

The page stands between choosing and doing. What it counted is sent along with the answer:
where others are meant by then, nothing is done and it asks again.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.contrib import messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse

# So many go in one transaction: everybody else waits for as long as it takes.
AT_A_TIME = 500
# So few are named on the page that asks.
NAMED = 5


class Act(Protocol):
    """What the page that asks says of an act."""

    @property
    def name(self) -> str: ...
    @property
    def told(self) -> str: ...
    @property
    def asks(self) -> str:
        """What is to be written beside it; empty: nothing."""


class Refused(Exception):
    """Nothing was done; the message says why, and the page asks again."""


class ActsOnMany:
    """Beside a ModelAdmin of rows that belong to newsletters each."""

    # What one is called and several are, and where one's page is left from and come back to.
    one, several = "", ""

    def act_of(self, name: str) -> Act:
        """The act of that name."""
        raise NotImplementedError

    def among(self, rows: QuerySet[Any], name: str) -> QuerySet[Any]:
        """Those that the act would change: all of them, unless the subclass knows."""
        return rows

    def called(self, row: Any) -> str:
        """What one is known by at the desk."""
        return str(row)

    def problem_with(self, name: str, said: str) -> str:
        """What is wrong with what was written beside it; empty: nothing."""
        return ""

    def do(self, request: HttpRequest, name: str, rows: Sequence[int]) -> None:
        """Do it, and write it down; within a transaction. May raise Refused."""
        raise NotImplementedError

    def asks_too(self, request: HttpRequest, name: str) -> Mapping[str, Any]:
        """What else the page that asks needs: `is_required`, `is_danger`, `steps`."""
        return {}

    def ask_or_do(
        self, request: HttpRequest, queryset: QuerySet[Any], name: str
    ) -> HttpResponse | None:
        """Ask; once sure, act so many at a time."""
        act, given = self.act_of(name), request.POST
        able = self.among(queryset, name)
        rows = list(able.order_by("pk").values_list("pk", flat=True))
        if given.get("sure") != "yes":
            return self._ask(request, queryset, name)
        problem = self.problem_with(name, said(given))
        if not problem and given.get("total") != str(len(rows)):
            counted = given.get("total") or "another number of"
            problem = f"It was {counted} {self.several} when you were asked."
        if problem:
            return self._ask(request, queryset, name, problem)
        try:
            for start in range(0, len(rows), AT_A_TIME):
                with transaction.atomic():
                    self.do(request, name, rows[start : start + AT_A_TIME])
        except Refused as error:
            return self._ask(request, queryset, name, str(error))
        messages.success(request, f"{act.name}: done for {len(rows)}.")
        if given.get("back") == self.one and len(rows) == 1:
            return redirect(self._page_of("change"), rows[0])
        return None

    def _page_of(self, page: str) -> str:
        options = self.opts  # type: ignore[attr-defined]  # a ModelAdmin's
        return f"admin:{options.app_label}_{options.model_name}_{page}"

    def _ask(
        self,
        request: HttpRequest,
        queryset: QuerySet[Any],
        name: str,
        problem: str = "",
    ) -> HttpResponse:
        act, given = self.act_of(name), request.POST
        able, chosen = self.among(queryset, name), given.getlist("_selected_action")
        is_all, leave = given.get("select_across") == "1", request.get_full_path()
        if given.get("back"):
            leave = reverse(self._page_of("change"), args=chosen[:1])
        total, all_of = able.count(), able.order_by("newsletter__title")
        context = {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "title": f"{act.name}: are you sure?",
            "opts": self.opts,  # type: ignore[attr-defined]
            "act": act,
            "problem": problem,
            "said": given.get("said", ""),
            "back": given.get("back", ""),
            "action": name,
            # All of a search are chosen by saying so, however many they are.
            "is_all": is_all,
            "chosen": chosen[: 1 if is_all else None],
            "total": total,
            "named": [*map(self.called, able[:NAMED])] if total <= NAMED else (),
            "left": queryset.count() - total,
            "noun": self.one if total == 1 else self.several,
            "several": self.several,
            "list": reverse(self._page_of("changelist")),
            "page": request.get_full_path(),
            "leave": leave,
            "counts": all_of.values_list("newsletter__title").annotate(Count("pk")),
            **self.asks_too(request, name),
        }
        return TemplateResponse(request, "admin/sure.html", context)


def said(given: QueryDict) -> str:
    """What was written beside an act, on one line."""
    return " ".join(given.get("said", "").split())


def note(
    request: HttpRequest,
    model: type[Model],
    one: str,
    words: Mapping[int, str],
    flag: int = CHANGE,
) -> None:
    """Put it into the audit log: what was done with each row, named by its number alone."""
    kind = ContentType.objects.get_for_model(model)
    LogEntry.objects.bulk_create(
        LogEntry(
            user_id=request.user.pk,  # type: ignore[misc]  # nobody else comes here
            content_type=kind,
            object_id=str(pk),
            object_repr=f"{one} {pk}",
            action_flag=flag,
            change_message=told,
        )
        for pk, told in words.items()
    )
