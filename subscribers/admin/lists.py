"""Lists in and out on the desk: handed in, looked at, taken in; and the export."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone

from newsletter.admin import ReadOnly
from newsletter.models import Newsletter
from subscribers.lists import uploads
from subscribers.lists.exporting import lines
from subscribers.lists.headings import STANDINGS, name_of
from subscribers.models import ListUpload, Segment, Subscriber
from subscribers.segments import query, tags

MAY_EXPORT = "subscribers.export_subscriber"
SAYS = {
    "address": "the address",
    "status": "how they stand, in a word",
    "needed": "a yes that is needed: without it no letter",
    "tags": "tags",
    "nothing": "nothing that forbids a letter",
    **{
        name: f"a date, a yes or a reason: {name}"
        for name in ("left", "bounced", "complained", "suppressed", "paused", "pending")
    },
}
STANDS = [
    ("", "as its columns tell; where none does, they are readers"),
    ("mixed", "as its columns tell, whatever its name sounds like"),
    *((name, name) for name in STANDINGS),
]


class HandInForm(forms.Form):
    """A file, and whose list it is for."""

    newsletter = forms.ModelChoiceField(Newsletter.objects.order_by("title"))
    file = forms.FileField(
        label="CSV file",
        allow_empty_file=True,
        help_text=(
            "One line of headings with an address in it, or bare addresses, one a line;"
            f" up to {uploads.MOST_BYTES // 1_000_000} MB. Nothing is changed before"
            " you have seen what would be."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv"}),
    )


class ExportForm(forms.Form):
    """Whose list goes out."""

    newsletter = forms.ModelChoiceField(Newsletter.objects.order_by("title"))
    segment = forms.ModelChoiceField(
        Segment.objects.select_related("newsletter"),
        required=False,
        empty_label="everybody, whatever their status",
    )

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        segment, newsletter = given.get("segment"), given.get("newsletter")
        if segment and newsletter and segment.newsletter_id != newsletter.pk:
            self.add_error("segment", f"It is a segment of {segment.newsletter}.")
        return given


@admin.register(ListUpload)
class ListUploadAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Lists that were handed in. A worker reads them, and takes them in once wanted."""

    list_display = ("file_name", "newsletter", "state", "rows", "by", "at")
    list_filter = ("newsletter", "state")
    list_select_related = ("newsletter",)
    change_list_template = "admin/subscribers/listupload/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.export)
        own = path("export/", page, name="subscribers_export")
        return [own, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("content")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may add one reader may add many."""
        return bool(request.user.has_perm("subscribers.add_subscriber"))

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        more = {
            **(extra_context or {}),
            "may_add": self.has_add_permission(request),
            "may_export": request.user.has_perm(MAY_EXPORT),
        }
        return super().changelist_view(request, more)

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Hand a list in."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = HandInForm(
            request.POST or None,
            request.FILES or None,
            initial={"newsletter": Newsletter.objects.order_by("title").first()},
        )
        if request.method == "POST" and form.is_valid():
            given, file = form.cleaned_data, form.cleaned_data["file"]
            by = request.user.get_username()
            try:
                upload = uploads.hand_in(
                    given["newsletter"], file.name, file.chunks(), by=by
                )
            except uploads.Refused as refusal:
                form.add_error("file", str(refusal))
            else:
                self.log_addition(request, upload, "Handed in")
                return redirect("admin:subscribers_listupload_change", upload.pk)
        return self._form(request, "Import a list", form, "Look at it")

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """What would become of each row, or became; and the buttons."""
        upload: ListUpload | None = self.get_object(request, object_id)
        if upload is None:
            raise Http404
        if not self.has_view_permission(request, upload):
            raise PermissionDenied
        if request.method == "POST":
            if not self.has_add_permission(request):
                raise PermissionDenied
            self._press(request, upload)
            return redirect("admin:subscribers_listupload_change", upload.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": f"{upload.file_name}, for {upload.newsletter}",
            "opts": self.opts,
            "upload": upload,
            "columns": [
                (at, heading, said, upload.told.get(name_of(heading), ""))
                for at, (heading, said) in enumerate(upload.columns)
            ],
            "says": [(word, told) for word, told in SAYS.items() if word != "address"],
            "stands": STANDS,
            "may_act": self.has_add_permission(request),
            "hours": int(uploads.KEPT.total_seconds() // 3600),
        }
        page = "admin/subscribers/listupload/report.html"
        return TemplateResponse(request, page, context)

    def _press(self, request: HttpRequest, upload: ListUpload) -> None:
        """Do what a button says, unless it is too late for it."""
        given = request.POST
        match given.get("act"):
            case "again":
                did, told = self._read_again(request, upload), "Read again"
            case "take":
                wording = given.get("wording", "").strip()[:1000]
                named = tags.named(given.get("tag", ""))
                if not wording:
                    said = (
                        "Say what they agreed to, where and how: it is their consent."
                    )
                    messages.error(request, said)
                    return
                if len(named) > 1:
                    messages.error(request, "One tag for all of them, without commas.")
                    return
                tag = named[0] if named else ""
                did = uploads.want(upload, wording=wording, tag=tag)
                told = "Had it taken in"
            case _:
                did, told = uploads.give_up(upload, timezone.now()), "Gave it up"
        if did:
            self.log_change(request, upload, told)
        else:
            messages.error(request, "Too late: it has gone on meanwhile. See below.")

    @staticmethod
    def _read_again(request: HttpRequest, upload: ListUpload) -> bool:
        given = request.POST
        told = dict(upload.told)
        for at, (heading, _) in enumerate(upload.columns):
            word = given.get(f"column-{at}", "")
            if word in SAYS and word != "address":
                told[name_of(heading)] = word
            else:
                told.pop(name_of(heading), None)
        everybody = given.get("everybody", "")
        return uploads.read_again(
            upload,
            told=told,
            everybody=everybody if everybody in dict(STANDS) else "",
            encoding=given.get("encoding", "").strip()[:40],
        )

    # --- The export -------------------------------------------------------------------

    def export(self, request: HttpRequest) -> HttpResponse:
        """The list as a file; it stands in the newsletter's history who took it."""
        if not request.user.has_perm(MAY_EXPORT):
            raise PermissionDenied
        first = Newsletter.objects.order_by("title").first()
        initial = {"newsletter": first, "segment": request.GET.get("segment")}
        form = ExportForm(request.POST or None, initial=initial)
        if request.method != "POST" or not form.is_valid():
            return self._form(request, "Export readers", form, "Download")
        newsletter, segment = (
            form.cleaned_data["newsletter"],
            form.cleaned_data["segment"],
        )
        readers = Subscriber.objects.filter(newsletter=newsletter)
        if segment:
            readers = query.readers(segment)
        of = f" of the segment {segment}" if segment else ""
        self.log_change(
            request, newsletter, f"Exported readers{of}: {readers.count()}."
        )
        response = StreamingHttpResponse(
            lines(readers), content_type="text/csv; charset=utf-8"
        )
        day = timezone.localdate()
        name = f"readers-{newsletter.slug}-{day:%Y-%m-%d}.csv"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        response["Cache-Control"] = "no-store"
        # A streaming response is one, though the types do not say so.
        return response  # type: ignore[return-value]

    def _form(
        self, request: HttpRequest, title: str, form: forms.Form, button: str
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "opts": self.opts,
            "form": form,
            "button": button,
        }
        page = "admin/subscribers/listupload/form.html"
        return TemplateResponse(request, page, context)
