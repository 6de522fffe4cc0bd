"""The desk's pages of outlets: a newsletter's list, files in and out, one asked at once."""

from base64 import b64decode, b64encode
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from newsletter.models import Newsletter, Outlet
from newsletter.outlets import health, importing, trial
from newsletter.research.outlets.opml import MOST_BYTES, NoOpml


class OutletsOfNewsletter:
    """Beside the ModelAdmin of newsletters: the page of its outlets."""

    def get_urls(self) -> Any:
        view = self.admin_site.admin_view  # type: ignore[attr-defined]
        own = [
            path("<int:pk>/outlets/", view(self.outlets), name="newsletter_outlets"),
            path(
                "<int:pk>/outlets.opml",
                view(self.outlets_file),
                name="newsletter_outlets_file",
            ),
        ]
        return [*own, *super().get_urls()]  # type: ignore[misc]

    def outlets(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Its outlets and how each does; a file is shown first, and taken in then."""
        newsletter = get_object_or_404(Newsletter, pk=pk)
        may_change = self._may(request, newsletter)
        context: dict[str, Any] = {}
        if request.method == "POST":
            if not may_change:
                raise PermissionDenied
            raw = _sent(request)
            try:
                context["plan"] = importing.plan(newsletter, raw)
                if "commit" in request.POST:
                    done = importing.take_in(newsletter, raw)
                    told = f"{len(done.new)} outlets added from a file."
                    self.log_change(request, newsletter, told)  # type: ignore[attr-defined]
                    messages.success(request, told)
                    return redirect("admin:newsletter_outlets", pk)
                context["file"] = b64encode(raw).decode()
            except NoOpml as fault:
                context["fault"] = str(fault)
        context |= {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "title": f"Outlets of {newsletter}",
            "newsletter": newsletter,
            "standings": health.standings(newsletter, timezone.now().date()),
            "may_change": may_change,
        }
        return render(request, "admin/newsletter/outlets.html", context)

    def outlets_file(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Its own outlets as a file."""
        newsletter = get_object_or_404(Newsletter, pk=pk)
        if not self.has_view_permission(request, newsletter):  # type: ignore[attr-defined]
            raise PermissionDenied
        name = f'attachment; filename="{newsletter.slug}.opml"'
        return HttpResponse(
            importing.give_out(newsletter),
            content_type="text/x-opml; charset=utf-8",
            headers={"Content-Disposition": name},
        )

    def _may(self, request: HttpRequest, newsletter: Newsletter) -> bool:
        """Whether who asks may change its outlets; raises PermissionDenied who may not look."""
        if not self.has_view_permission(request, newsletter):  # type: ignore[attr-defined]
            raise PermissionDenied
        return request.user.has_perm("newsletter.add_outlet")


def _sent(request: HttpRequest) -> bytes:
    """The file that was sent, or that was shown before and is sent again."""
    if kept := request.POST.get("kept"):
        try:
            return b64decode(kept, validate=True)
        except ValueError:
            return b""
    sent = request.FILES.get("file")
    return sent.read(MOST_BYTES + 1) if sent else b""


class OutletTrial:
    """Beside the ModelAdmin of outlets: a button that asks one at once."""

    def get_urls(self) -> Any:
        view = self.admin_site.admin_view  # type: ignore[attr-defined]
        page = view(require_POST(self.try_now))
        own = path("<int:pk>/try/", page, name="newsletter_outlet_try")
        return [own, *super().get_urls()]  # type: ignore[misc]

    def response_post_save_add(
        self, request: HttpRequest, obj: Any
    ) -> HttpResponseRedirect:
        """Back to the outlets of its newsletter, which show how it does."""
        return _among_its_own(obj) or super().response_post_save_add(request, obj)  # type: ignore[misc]

    def response_post_save_change(
        self, request: HttpRequest, obj: Any
    ) -> HttpResponseRedirect:
        """The same."""
        return _among_its_own(obj) or super().response_post_save_change(request, obj)  # type: ignore[misc]

    def try_now(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What it answers now: its newest stories, or the plain reason why none."""
        outlet = get_object_or_404(Outlet.objects.select_related("newsletter"), pk=pk)
        if not self.has_change_permission(request, outlet):  # type: ignore[attr-defined]
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "title": f"{outlet} asked now",
            "outlet": outlet,
            "trial": trial.ask(outlet, timezone.now()),
        }
        return render(request, "admin/newsletter/outlet_tried.html", context)


def _among_its_own(outlet: Outlet) -> HttpResponseRedirect | None:
    """To the outlets of its newsletter; None where it is shared."""
    if outlet.newsletter_id is None:
        return None
    page = reverse("admin:newsletter_outlets", args=[outlet.newsletter_id])
    return HttpResponseRedirect(page)
